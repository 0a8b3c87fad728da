#nullable disable

namespace System.Fabric.Health;

public enum HealthState
{
    Invalid = 0,
    Ok = 1,
    Warning = 2,
    Error = 3,
    Unknown = 65535,
}
