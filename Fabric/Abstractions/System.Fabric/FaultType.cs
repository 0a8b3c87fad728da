#nullable disable

namespace System.Fabric;

public enum FaultType
{
    Invalid = 0,
    Permanent = 1,
    Transient = 2,
}
