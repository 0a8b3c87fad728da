#nullable disable

namespace System.Fabric;

public enum ReplicaOpenMode
{
    Invalid = 0,
    New = 1,
    Existing = 2,
}
