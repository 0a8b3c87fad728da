#nullable disable

namespace System.Fabric;

public enum ReplicaSetQuorumMode
{
    Invalid = 0,
    WriteQuorum = 1,
    QuorumAll = 2,
}
