#nullable disable

namespace System.Fabric;

public enum ServicePartitionKind
{
    Invalid = 0,
    Singleton = 1,
    Int64Range = 2,
    Named = 3,
}
