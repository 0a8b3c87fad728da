#nullable disable

namespace System.Fabric;

public enum PartitionAccessStatus
{
    Invalid = 0,
    Granted = 1,
    ReconfigurationPending = 2,
    NotPrimary = 3,
    NoWriteQuorum = 4,
}
