#nullable disable

namespace Microsoft.ServiceFabric.Data.Collections;

public enum LockMode
{
    Default = 0,
    Update = 1,
}
