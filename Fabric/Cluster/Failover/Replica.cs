using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Failover;

/// <summary>
/// Represents what the failover manager knows of one replica. Owned by the partition's decision type.
/// </summary>
internal sealed class Replica(ReplicaLocation location, bool isNew)
{
    internal ReplicaLocation Location { get; } = location;

    internal long Id => Location.Id;

    /// <summary>Gets or sets whether it has never been opened, so that it has no state yet.</summary>
    internal bool IsNew { get; set; } = isNew;

    /// <summary>Gets or sets whether the host process is there.</summary>
    internal bool HostUp { get; set; }

    internal bool Open { get; set; }

    /// <summary>Gets or sets whether the replica waits after a failure before it is opened again.</summary>
    internal bool BackingOff { get; set; }

    internal int Failures { get; set; }

    /// <summary>Gets or sets whether an attempt to open it, or its host, has ever failed.</summary>
    internal bool Stumbled { get; set; }

    /// <summary>Gets or sets the request under way, or 0: a replica does one thing at a time.</summary>
    internal long Busy { get; set; }

    internal Role Role { get; set; }

    /// <summary>Gets or sets the epoch it has confirmed.</summary>
    internal FailoverEpoch Epoch { get; set; }

    internal LogProgress? Progress { get; set; }

    /// <summary>Tells whether it is fenced with this epoch and has said how far its log reaches.</summary>
    internal bool HasAnswered(FailoverEpoch epoch) => Progress is not null && Epoch == epoch;

    /// <summary>Gets or sets the request of the build towards this replica, or 0.</summary>
    internal long Building { get; set; }

    /// <summary>Gets or sets whether the present primary has brought it up to date and sends it every record.</summary>
    internal bool Attached { get; set; }

    /// <summary>
    /// Gets or sets whether its state is gone or it was down for too long: another one takes its place.
    /// </summary>
    internal bool Expendable { get; set; }

    /// <summary>Gets or sets whether its state is gone for good: it never counts as an answer again.</summary>
    internal bool Lost { get; set; }

    /// <summary>Gets or sets whether a test has given up its state: it is dropped, whenever it is open.</summary>
    internal bool Doomed { get; set; }

    /// <summary>Gets or sets whether a test keeps it closed.</summary>
    internal bool Held { get; set; }

    /// <summary>Gets or sets whether remains of its lost state are on its disk.</summary>
    internal bool Damaged { get; set; }

    /// <summary>
    /// Gets or sets whether what is left of its damaged state is brought back when it is opened: the rest is given up.
    /// </summary>
    internal bool Salvage { get; set; }

    /// <summary>Gets or sets why its state is gone, for people; empty where nobody knows.</summary>
    internal string LostReason { get; set; } = "";

    /// <summary>Gets what has become of its state, for people.</summary>
    internal string Loss => LostReason.Length > 0 ? $"has lost its state ({LostReason.TrimEnd('.')})"
        : "has lost its state";

    /// <summary>Gets whether no configuration names it: a node found it on its disk.</summary>
    internal bool Found { get; init; }

    internal string Address { get; set; } = "";

    internal string ReplicatorAddress { get; set; } = "";

    internal bool IsPrimary => Role == Role.Primary;

    /// <summary>
    /// Gets or sets whether it may be serving as a primary: it was told to lead, answered or not, and has not confirmed
    /// another role since.
    /// </summary>
    internal bool MayServe { get; set; }

    /// <summary>Forgets what ended with the process or the object; the state on disk stays.</summary>
    internal void GoDown()
    {
        Open = false;
        BackingOff = false;
        Busy = 0;
        Building = 0;
        Attached = false;
        Role = Role.Unknown;
        MayServe = false;
        Epoch = default;
        Progress = null;
        Address = "";
        ReplicatorAddress = "";
    }
}
