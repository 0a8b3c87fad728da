#nullable disable

namespace Microsoft.ServiceFabric.Data;

public enum RestorePolicy
{
    Safe = 0,
    Force = 1,
}
