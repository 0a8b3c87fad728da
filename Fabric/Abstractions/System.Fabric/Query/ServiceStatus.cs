#nullable disable

namespace System.Fabric.Query;

public enum ServiceKind
{
    Invalid = 0,
    Stateless = 1,
    Stateful = 2,
}

public enum ServiceStatus
{
    Unknown = 0,
    Active = 1,
    Upgrading = 2,
    Deleting = 3,
    Creating = 4,
    Failed = 5,
}
