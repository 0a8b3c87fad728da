using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Reports.Runs;
using SfPerf.Scenarios;

namespace SfPerf.Client.Measuring.Series;

/// <summary>Tells each of many runs as it ends, and about how long the others take: from the times of those that were
/// measured, without the start of a cluster.</summary>
internal sealed class SeriesProgress(
    IReadOnlyList<(string Name, ExpectedTime Time)> runs, int rounds, TextWriter output)
{
    private readonly RemainingTime _remaining =
        new([.. runs.Select(r => new ScenarioBlock(r.Name, Math.Max(0.001, r.Time.Seconds)))], rounds);

    /// <summary>Leaves runs out that will not be made.</summary>
    public void Skip(IEnumerable<string> names)
    {
        foreach (var name in names)
        {
            for (var round = 0; round < rounds; round++)
                _remaining.Report(name, 0);
        }
    }

    /// <summary>Tells a run.</summary>
    /// <param name="name">One of the names.</param>
    /// <param name="run">The run, which ended just now.</param>
    /// <param name="text">What came out.</param>
    public void End(string name, RunRecord run, string text)
    {
        _remaining.Report(name, (TimeProvider.System.GetUtcNow() - run.StartedUtc).TotalSeconds);
        var left = _remaining.Estimate();
        output.WriteLine(left > TimeSpan.Zero ? $"{text}; about {RemainingTime.Text(left)} left" : text);
    }
}
