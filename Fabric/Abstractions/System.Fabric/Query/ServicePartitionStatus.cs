#nullable disable

namespace System.Fabric.Query;

public enum ServicePartitionStatus
{
    Invalid = 0,
    Ready = 1,
    NotReady = 2,
    InQuorumLoss = 3,
    Reconfiguring = 4,
    Deleting = 5,
}
