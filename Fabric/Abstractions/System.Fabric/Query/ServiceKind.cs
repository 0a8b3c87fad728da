#nullable disable

namespace System.Fabric.Query;

public enum ServiceKind
{
    Invalid = 0,
    Stateless = 1,
    Stateful = 2,
}
