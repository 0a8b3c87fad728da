using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Reports.Runs;

/// <summary>Represents something that happened during a run.</summary>
/// <param name="Phase">The phase it fell in, of a mixed one its name without the kind of operation; empty between
/// phases.</param>
/// <param name="Second">When, from the phase's start; between phases from the run's.</param>
/// <param name="Text">What.</param>
public sealed record EventRecord(string Phase, double Second, string Text)
{
    /// <summary>The kind of a phase in which other programs used the processors.</summary>
    public const string Noise = "noise";

    /// <summary>The kind of a pause of some process for its collector.</summary>
    public const string Collector = "gc-pause";

    /// <summary>Gets what kind of event it is; docs/formats/run.md names them.</summary>
    public string? Kind { get; init; }

    /// <summary>Gets the moment.</summary>
    public DateTimeOffset? Utc { get; init; }

    /// <summary>Makes the record of a moment in a run.</summary>
    public static EventRecord At(DateTimeOffset utc, string kind, string text, RunRecord run)
    {
        ArgumentNullException.ThrowIfNull(run);
        var phase = run.Phases.FirstOrDefault(p => p.StartedUtc <= utc && utc < p.StartedUtc?.AddSeconds(p.Seconds));
        var start = phase?.StartedUtc ?? run.StartedUtc;
        return new EventRecord(phase?.TimeName ?? "", Math.Round((utc - start).TotalSeconds, 3), text)
        {
            Kind = kind, Utc = utc,
        };
    }

    /// <summary>What the counters of a run say disturbed it, an event for each stretch of seconds.</summary>
    public static IEnumerable<EventRecord> OfCounters(RunRecord run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return run.Phases.DistinctBy(p => p.TimeName).SelectMany(phase =>
            Disturbance.Noise(run, phase).Select(d => (d, Noise, $"{d.Processes} used the processors"))
                .Concat(Disturbance.Collector(run, phase).Select(d => (d, Collector, $"collector of {d.Processes}")))
                .Select(e => new EventRecord(phase.TimeName, e.d.From, $"{e.Item3} for {e.d.To - e.d.From} s")
                {
                    Kind = e.Item2, Utc = phase.StartedUtc?.AddSeconds(e.d.From),
                }));
    }
}
