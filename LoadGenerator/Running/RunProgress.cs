using System;
using System.Collections.Generic;
using SfPerf.LoadGenerator.Recording;
using SfPerf.Metrics.Histograms;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Describes how far a run has come.</summary>
/// <param name="Phase">The phase under way.</param>
/// <param name="Elapsed">Since the phase began.</param>
/// <param name="Issued">Operations issued in this phase.</param>
/// <param name="Total">Operations to issue; null when the phase ends by time.</param>
/// <param name="Kinds">Each kind of operation in the phase.</param>
public sealed record RunProgress(
    string Phase, TimeSpan Elapsed, long Issued, long? Total, IReadOnlyList<KindProgress> Kinds)
{
    /// <summary>Gets the operations that have begun and not ended.</summary>
    public long UnderWay { get; init; }

    /// <summary>Gets how late operations of an open loop began that had found no free slot.</summary>
    public LatencyBands LateStarts { get; init; } = new();
}
