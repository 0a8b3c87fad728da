using System;
using System.Linq;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>Mistakes that the simulation must find. The product contains none of them.</summary>
public enum PlantedBug
{
    /// <summary>The code as it is.</summary>
    None,

    /// <summary>A secondary acknowledges what it has received and not flushed.</summary>
    AcknowledgesBeforeFlush,

    /// <summary>One acknowledgement fewer than the quorum is enough.</summary>
    OneAcknowledgementFewer,

    /// <summary>While the configuration changes, only the new one is asked.</summary>
    IgnoresPreviousConfiguration,

    /// <summary>A record of an earlier epoch is committed by counting its own copies.</summary>
    CommitsEarlierEpochByCount,

    /// <summary>Catch-up compares LSNs, not epochs.</summary>
    CatchesUpFromWrongBase,

    /// <summary>What is flushed is not lowered when the tail is cut.</summary>
    KeepsFlushedAfterCut,

    /// <summary>Applies what is flushed, committed or not.</summary>
    AppliesBeforeCommit,

    /// <summary>Applies what is committed elsewhere, though its own disk does not hold it.</summary>
    AppliesBeforeFlush,

    /// <summary>Obeys a primary of an older epoch.</summary>
    AdmitsOlderEpoch,

    /// <summary>Answers the election without a fence.</summary>
    VotesWithoutFence,

    /// <summary>Accepts an epoch in memory only.</summary>
    ForgetsPromise,

    /// <summary>The read lease counts from the answer, not from the heartbeat.</summary>
    LeaseFromAnswer,

    /// <summary>A new primary does not wait until the lease of the old one has run out.</summary>
    SkipsLeaseWait,

    /// <summary>Reads are served by a primary that has not applied what was committed before its term.</summary>
    ReadsBeforeCaughtUp,

    /// <summary>The log is shortened before the checkpoint is on the disk.</summary>
    TruncatesBeforeCheckpoint,

    /// <summary>A start applies what the log calls committed, and not all that a checkpoint left to the log.</summary>
    IgnoresWholeLsn,

    /// <summary>A checkpoint that left something out counts as one of the LSN at which it was captured.</summary>
    CountsPartAsWhole,
}

/// <summary>The product's rules, with one of them broken.</summary>
internal sealed class PlantedRules(PlantedBug bug) : CoreRules
{
    internal override long Committed(
        QuorumRule quorum, long committedLsn, long termFirstLsn, long flushedLsn, Func<long, long> flushedBy)
    {
        switch (bug)
        {
            case PlantedBug.OneAcknowledgementFewer:
                var all = quorum.Current.Secondaries.Select(flushedBy).Append(flushedLsn).OrderDescending().ToArray();
                var reached = Math.Min(flushedLsn, all[Math.Max(0, quorum.Current.WriteQuorum - 2)]);
                return reached >= termFirstLsn ? Math.Max(committedLsn, reached) : committedLsn;
            case PlantedBug.IgnoresPreviousConfiguration:
                var current = quorum.Current.Reached(flushedLsn, flushedBy);
                return current >= termFirstLsn ? Math.Max(committedLsn, current) : committedLsn;
            case PlantedBug.CommitsEarlierEpochByCount:
                return quorum.Committed(committedLsn, 0, flushedLsn, flushedBy);
            default:
                return base.Committed(quorum, committedLsn, termFirstLsn, flushedLsn, flushedBy);
        }
    }

    internal override long Acknowledged(long flushedLsn, long lastLsn) =>
        bug == PlantedBug.AcknowledgesBeforeFlush ? lastLsn : base.Acknowledged(flushedLsn, lastLsn);

    internal override long Applicable(long committedLsn, long flushedLsn, long lastLsn) => bug switch
    {
        PlantedBug.AppliesBeforeCommit => flushedLsn,
        PlantedBug.AppliesBeforeFlush => committedLsn,
        _ => base.Applicable(committedLsn, flushedLsn, lastLsn),
    };

    internal override bool Admits(LogEpoch epoch, LogEpoch accepted) =>
        bug == PlantedBug.AdmitsOlderEpoch || base.Admits(epoch, accepted);

    internal override long FlushedAfterCut(long flushedLsn, long keepLsn) =>
        bug == PlantedBug.KeepsFlushedAfterCut ? flushedLsn : base.FlushedAfterCut(flushedLsn, keepLsn);

    internal override CatchUpDecision CatchUp(
        ProgressVector primary, long primaryFirstLsn, ProgressVector secondary, long secondaryAppliedLsn)
    {
        if (bug != PlantedBug.CatchesUpFromWrongBase)
            return base.CatchUp(primary, primaryFirstLsn, secondary, secondaryAppliedLsn);
        var agreed = Math.Min(primary.LastLsn, secondary.LastLsn);
        return agreed + 1 < primaryFirstLsn ? new(CatchUpMode.Full, -1, "planted")
            : new(CatchUpMode.TruncateAndSuffix, agreed, "planted");
    }
}
