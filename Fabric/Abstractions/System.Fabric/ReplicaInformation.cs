#nullable disable

namespace System.Fabric;

public sealed class ReplicaInformation
{
    public ReplicaRole Role { get; internal set; }

    public ReplicaStatus Status { get; internal set; }

    public bool MustCatchup { get; internal set; }

    public long CatchUpCapability { get; internal set; }

    public long CurrentProgress { get; internal set; }

    public long Id { get; internal set; }

    public string ReplicatorAddress { get; internal set; }
}
