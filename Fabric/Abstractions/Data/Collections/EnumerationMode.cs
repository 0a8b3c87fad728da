#nullable disable

namespace Microsoft.ServiceFabric.Data.Collections;

public enum EnumerationMode
{
    Unordered = 0,
    Ordered = 1,
}
