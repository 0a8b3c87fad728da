using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Cluster;
using SfPerf.Commands;
using SfPerf.Machine;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;
using SfPerf.Workload;

namespace SfPerf.Client.Measuring;

/// <summary>Represents what a run measured, whole or as far as it came.</summary>
internal sealed class Measurement(string id, DateTimeOffset startedUtc)
{
    public string Id { get; } = id;

    public DateTimeOffset StartedUtc { get; } = startedUtc;

    public List<PhaseResult> Phases { get; } = [];

    /// <summary>Gets the phases of the plan that ended, with the machine about them.</summary>
    public List<MeasuredBlock> Blocks { get; } = [];

    /// <summary>Gets or sets whether the user ended the run.</summary>
    public bool Cancelled { get; set; }

    /// <summary>Gets or sets why the run could not go on; null when it could.</summary>
    public SfPerfException? Failure { get; set; }

    /// <summary>Gets or sets how quiet the machine was; null when it was not judged.</summary>
    public NoiseFinding? Noise { get; set; }

    /// <summary>Gets or sets the counters of the processes that took part.</summary>
    public IReadOnlyList<CounterSeriesRecord> Counters { get; set; } = [];

    /// <summary>Gets or sets what happened in the cluster meanwhile.</summary>
    public IReadOnlyList<ClusterEvent> Events { get; set; } = [];

    /// <summary>Gets whether any operation of a phase proper succeeded.</summary>
    public bool HasFigures => Phases.Any(p => p.Operations > 0 && PhaseNames.IsMeasured(p.Name));

    public string Status => Cancelled ? "cancelled" : Failure is null ? "complete" : "stopped";

    /// <summary>Gets what to say when there is none, with the kinds of failures.</summary>
    public string NoFigures
    {
        get
        {
            var errors = Phases.SelectMany(p => p.Errors).GroupBy(e => e.Key)
                .Select(kind => (kind.Key, Count: kind.Sum(e => e.Value))).OrderByDescending(e => e.Count)
                .Select(e => $"{e.Key} {e.Count}").ToList();
            return "nothing was measured: not one operation succeeded"
                + (errors.Count > 0 ? $" ({string.Join(", ", errors)})." : ".");
        }
    }

    public ExitCode Code =>
        Cancelled ? ExitCode.Cancelled : Failure?.Code ?? (HasFigures ? ExitCode.Ok : ExitCode.NothingMeasured);
}
