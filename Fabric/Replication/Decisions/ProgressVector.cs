using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Replication.Decisions;

/// <summary>
/// A replica's history: which epoch wrote which LSNs. Two logs that hold the same LSN of the same epoch are equal up to
/// it, because one primary wrote that epoch, in order.
/// </summary>
/// <param name="Epochs">Oldest first, with rising first LSNs. What is before the first entry is not known any
/// more.</param>
/// <param name="LastLsn">The last LSN; 0 when there was never any.</param>
internal sealed record ProgressVector(IReadOnlyList<LogEpochStart> Epochs, long LastLsn)
{
    internal static ProgressVector Empty { get; } = new([], 0);

    internal LogEpoch LastEpoch => Epochs.Count == 0 ? default : Epochs[^1].Epoch;

    /// <summary>The highest LSN up to which both histories are surely equal; -1 when none is known.</summary>
    internal long AgreesWith(ProgressVector other)
    {
        if (LastLsn == 0 || other.LastLsn == 0)
            return 0;
        var agreed = -1L;
        foreach (var (epoch, first, last) in Spans())
        {
            foreach (var theirs in other.Spans())
            {
                var common = Math.Min(last, theirs.Last);
                if (theirs.Epoch == epoch && common >= Math.Max(first, theirs.First))
                    agreed = Math.Max(agreed, common);
            }
        }
        return agreed;
    }

    /// <summary>
    /// This history continued by what a log holds after it; entries that repeat the last epoch melt into it.
    /// </summary>
    internal ProgressVector Continue(IReadOnlyList<LogEpochStart> log, long lastLsn)
    {
        var epochs = Epochs.ToList();
        foreach (var start in log)
        {
            if (start.FirstLsn > LastLsn)
            {
                if (epochs.Count == 0 || epochs[^1].Epoch != start.Epoch)
                    epochs.Add(start);
            }
            else if (epochs.Count == 0)
            {
                epochs.Add(start);
            }
        }
        return new ProgressVector(epochs, Math.Max(LastLsn, lastLsn));
    }

    /// <summary>This history up to an LSN.</summary>
    internal ProgressVector UpTo(long lsn) =>
        new([.. Epochs.Where(e => e.FirstLsn <= lsn)], Math.Min(lsn, LastLsn));

    public override string ToString() =>
        $"[{string.Join(' ', Epochs.Select(e => $"{e.Epoch}@{e.FirstLsn}"))}] last {LastLsn}";

    private IEnumerable<(LogEpoch Epoch, long First, long Last)> Spans()
    {
        for (var i = 0; i < Epochs.Count; i++)
        {
            var last = i + 1 < Epochs.Count ? Epochs[i + 1].FirstLsn - 1 : LastLsn;
            yield return (Epochs[i].Epoch, Epochs[i].FirstLsn, last);
        }
    }
}
