using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.LoadGenerator.Recording;
using SfPerf.Metrics.Histograms;
using SfPerf.Scenarios;

namespace SfPerf.Client.Output;

/// <summary>Describes how far a run is, summed over its generators.</summary>
/// <param name="Phase">The phase that runs.</param>
/// <param name="Completed">Operations that succeeded so far.</param>
/// <param name="Failed">Operations that failed so far.</param>
/// <param name="Total">Operations the phase is to make.</param>
/// <param name="Seconds">Time since the phase began.</param>
internal readonly record struct ProgressSample(
    string Phase, long Completed, long Failed, long Total, double Seconds)
{
    /// <summary>Gets each kind of operation in the phase; empty when its driver does not tell.</summary>
    public IReadOnlyList<KindProgress> Kinds { get; init; } = [];

    /// <summary>Gets the operations that have begun and not ended.</summary>
    public long UnderWay { get; init; }

    /// <summary>Gets how late operations of an open loop began that had found no free slot.</summary>
    public LatencyBands LateStarts { get; init; } = new();

    /// <summary>Adds up what the generators of one phase say.</summary>
    public static ProgressSample Sum(IReadOnlyList<ProgressSample> parts) =>
        new(parts[0].Phase, parts.Sum(s => s.Completed), parts.Sum(s => s.Failed), parts.Sum(s => s.Total),
            parts.Max(s => s.Seconds))
        {
            Kinds = KindProgress.Sum(parts.SelectMany(s => s.Kinds)),
            UnderWay = parts.Sum(s => s.UnderWay),
            LateStarts = LatencyBands.Sum(parts.Select(s => s.LateStarts)),
        };

    /// <summary>Gets about how long the phase yet takes at its rate so far, as text; empty for less than a second.
    /// </summary>
    public string Left
    {
        get
        {
            var done = Completed + Failed;
            var left = done > 0 ? Math.Max(0, Total - done) * Seconds / done : 0;
            var limit = SecondsMax > 0 ? Math.Max(0, SecondsMax - Seconds) : double.MaxValue;
            return Math.Min(left, limit) is >= 1 and var seconds
                ? $", about {RemainingTime.Text(TimeSpan.FromSeconds(seconds))} left" : "";
        }
    }

    /// <summary>Gets the time after which the phase is cut off; 0 for never.</summary>
    public int SecondsMax { get; init; }

    /// <summary>Gets whether the time after which the phase is cut off is nearer than its last operation.</summary>
    public bool IsByTime => SecondsMax > 0 && Share > Made;

    private double Made => Total > 0 ? (double)(Completed + Failed) / Total : 0;

    /// <summary>Gets the part of the phase that is over, 0 to 1: of its operations, or of its time where that is cut
    /// off earlier.</summary>
    public double Share
    {
        get
        {
            var spent = SecondsMax > 0 ? Seconds / SecondsMax : Total > 0 ? 0 : 1;
            return Math.Clamp(Math.Max(Made, spent), 0, 1);
        }
    }

    /// <summary>Gets the operations a second since an earlier sample, or since the phase began.</summary>
    public double RateSince(in ProgressSample? earlier)
    {
        var (completed, seconds) = earlier is { } e && e.Phase == Phase ? (e.Completed, e.Seconds) : (0, 0);
        return Seconds > seconds ? (Completed - completed) / (Seconds - seconds) : 0;
    }
}
