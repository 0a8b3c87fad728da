#nullable disable

namespace System.Fabric;

public enum ReplicaStatus
{
    Invalid = 0,
    Down = 1,
    Up = 2,
}
