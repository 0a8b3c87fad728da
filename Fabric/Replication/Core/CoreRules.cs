using System;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Replication.Core;

/// <summary>
/// The rules that safety hangs on, each for itself. There is one set of them; it can be derived from so that the
/// simulation can break a rule and prove that it notices. None is asked once a record.
/// </summary>
internal class CoreRules
{
    internal static CoreRules Default { get; } = new();

    /// <summary>Returns what is committed: see <see cref="QuorumRule.Committed"/>.</summary>
    internal virtual long Committed(
        QuorumRule quorum, long committedLsn, long termFirstLsn, long flushedLsn, Func<long, long> flushedBy) =>
        quorum.Committed(committedLsn, termFirstLsn, flushedLsn, flushedBy);

    /// <summary>Returns what a secondary acknowledges: only what its own disk holds.</summary>
    internal virtual long Acknowledged(long flushedLsn, long lastLsn) => flushedLsn;

    /// <summary>Returns what a replica tells an election: only what its own disk holds.</summary>
    internal virtual long Voted(long flushedLsn, long lastLsn) => flushedLsn;

    /// <summary>Returns what may be applied: committed, and on the own disk.</summary>
    internal virtual long Applicable(long committedLsn, long flushedLsn, long lastLsn) =>
        Math.Min(committedLsn, flushedLsn);

    /// <summary>
    /// Determines whether a primary of that epoch may still speak to a replica that has accepted another one.
    /// </summary>
    internal virtual bool Admits(LogEpoch epoch, LogEpoch accepted) => epoch >= accepted;

    /// <summary>Returns what is flushed of a log after its tail was cut.</summary>
    internal virtual long FlushedAfterCut(long flushedLsn, long keepLsn) => Math.Min(flushedLsn, keepLsn);

    /// <summary>Determines how a secondary is caught up: see <see cref="CatchUpDecision.Decide"/>.</summary>
    internal virtual CatchUpDecision CatchUp(
        ProgressVector primary, long primaryFirstLsn, ProgressVector secondary, long secondaryAppliedLsn) =>
        CatchUpDecision.Decide(primary, primaryFirstLsn, secondary, secondaryAppliedLsn);
}
