namespace SfPerf.Fabric.Replication.Core;

/// <summary>
/// Describes what the driver of a core does after a message. Applying is asked for apart, because it may run already.
/// </summary>
/// <param name="Acknowledge">The connection on which <paramref name="AcknowledgedLsn"/> is sent; null: none.</param>
/// <param name="AcknowledgedLsn">What this secondary tells its primary.</param>
/// <param name="SendCommitPoint">
/// Whether the secondaries must be told the commit point: no record is on the way that would carry it.
/// </param>
internal readonly record struct CoreActions(
    PrimaryConnection? Acknowledge = null, long AcknowledgedLsn = 0, bool SendCommitPoint = false);

/// <summary>Specifies what a secondary does with a record of its primary.</summary>
internal enum ReceiveDecision
{
    /// <summary>The connection was replaced or fenced.</summary>
    NotCounted,

    /// <summary>It holds the record already.</summary>
    Duplicate,

    /// <summary>The record is the next one.</summary>
    Append,
}

/// <summary>Specifies what a secondary does when its primary says which part of its log is the primary's too.</summary>
internal enum KeepDecision
{
    /// <summary>The connection was replaced or fenced.</summary>
    NotCounted,

    /// <summary>The whole log is; what is flushed is acknowledged.</summary>
    KeepAll,

    /// <summary>The rest is cut from the log, then the core is told so.</summary>
    Cut,
}
