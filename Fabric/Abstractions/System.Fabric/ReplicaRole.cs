#nullable disable

namespace System.Fabric;

public enum ReplicaRole
{
    Unknown = 0,
    None = 1,
    Primary = 2,
    IdleSecondary = 3,
    ActiveSecondary = 4,
}
