namespace SfPerf.Fabric.Replication.Core;

/// <summary>Represents what a primary knows of one secondary.</summary>
/// <param name="replicaId">The secondary.</param>
internal sealed class SecondaryProgress(long replicaId)
{
    /// <summary>Stands for a secondary that was never heard of.</summary>
    internal const long NeverHeard = long.MinValue / 2;

    internal long ReplicaId => replicaId;

    /// <summary>
    /// Gets the number of the connection that counts, 0 while there is none. What arrives on another one is ignored.
    /// </summary>
    internal int Connection { get; set; }

    /// <summary>Gets or sets whether each new record is sent to it as it is appended.</summary>
    internal bool IsLive { get; set; }

    /// <summary>Gets or sets whether it is only being built: a configuration that leaves it out keeps it.</summary>
    internal bool IsBuilding { get; set; }

    /// <summary>Gets or sets what it has acknowledged on this connection; -1 before the first time.</summary>
    internal long FlushedLsn { get; set; } = -1;

    /// <summary>Gets or sets when the last heartbeat was sent that it has answered.</summary>
    internal long HeardTimestamp { get; set; } = NeverHeard;

    /// <summary>Gets or sets the LSN whose acknowledgement ends its catch-up; the highest before it is live.</summary>
    internal long CaughtUpLsn { get; set; } = long.MaxValue;

    internal bool HasCaughtUp => FlushedLsn >= CaughtUpLsn;
}
