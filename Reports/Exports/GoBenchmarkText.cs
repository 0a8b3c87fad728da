using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>Go's benchmark text, one line a run and phase, for benchstat.</summary>
internal static class GoBenchmarkText
{
    internal static string Write(IReadOnlyList<RunRecord> runs)
    {
        var environment = runs[0].Environment;
        var text = new StringBuilder();
        text.Append("pkg: sfperf\n");
        text.Append("cpu: ").Append(Word(environment.Cpu)).Append('\n');
        text.Append("sdk: ").Append(Word(environment.Sdk)).Append('\n');
        text.Append("runtime: ").Append(Word(environment.Runtime)).Append('\n');
        text.Append("Unit ops/s better=higher\nUnit p99-ns better=lower\n");
        foreach (var series in RunSeries.Of(runs))
            foreach (var (run, phase) in series.Values)
            {
                text.Append(CultureInfo.InvariantCulture,
                    $"Benchmark{Name(run.Name)}/op={Name(phase.Name)}/outstanding={phase.Outstanding}");
                text.Append(CultureInfo.InvariantCulture,
                    $"-{run.Environment.Cores} {phase.Operations} {phase.LatencyMs.Mean * 1e6:0.0} ns/op");
                text.Append(CultureInfo.InvariantCulture, $" {phase.OpsPerSecond:0.00} ops/s");
                if (phase.LatencyMs.P99 is { } p99)
                    text.Append(CultureInfo.InvariantCulture, $" {p99 * 1e6:0} p99-ns");
                text.Append('\n');
            }
        return text.ToString();
    }

    private static string Word(string? value) => string.IsNullOrEmpty(value) ? "unknown" : value;

    private static string Name(string name)
    {
        var letters = new string([.. name.Select(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '.' ? c : '_')]);
        return letters.Length == 0 ? "Run" : char.ToUpperInvariant(letters[0]) + letters[1..];
    }
}
