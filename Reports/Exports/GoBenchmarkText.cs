using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>Go's benchmark text, one line a run and phase, for benchstat. Versions and labels are its configuration
/// lines, each holding for the lines after it: <c>benchstat -col sdk</c> compares by them.</summary>
internal static class GoBenchmarkText
{
    internal static string Write(IReadOnlyList<RunRecord> runs)
    {
        var text = new StringBuilder("pkg: sfperf\nUnit ops/s better=higher\nUnit p99-ns better=lower\n");
        var configuration = new Dictionary<string, string>();
        foreach (var series in RunSeries.Of(runs))
        {
            foreach (var (run, phase) in series.Values)
            {
                WriteConfiguration(text, configuration, run);
                WriteLine(text, series, run, phase);
            }
        }

        return text.ToString();
    }

    private static void WriteConfiguration(StringBuilder text, Dictionary<string, string> held, RunRecord run)
    {
        var environment = run.Environment;
        List<(string Name, string? Value)> facts =
        [
            ("cpu", environment.Cpu), ("sdk", environment.Sdk), ("runtime", environment.Runtime),
            ("commit", environment.Commit), ("durability", run.Cluster?.Durability),
            .. (run.Labels ?? new Dictionary<string, string>()).Where(l => l.Key != "pair")
                .Select(l => (Key(l.Key), (string?)l.Value)),
        ];
        // A setting that this run does not have must not carry over from the run before.
        facts.AddRange(held.Keys.Except(facts.Select(f => f.Name)).ToArray().Select(n => (n, (string?)null)));
        foreach (var (name, value) in facts)
        {
            var word = string.IsNullOrWhiteSpace(value) ? "unknown" : value.ReplaceLineEndings(" ");
            if (held.TryGetValue(name, out var before) ? before == word : word == "unknown")
                continue;
            text.Append(name).Append(": ").Append(word).Append('\n');
            held[name] = word;
        }
    }

    private static void WriteLine(StringBuilder text, RunSeries series, RunRecord run, PhaseRecord phase)
    {
        text.Append("Benchmark").Append(Name(series.Run)).Append("/op=").Append(Word(phase.Name));
        foreach (var (name, value) in series.Settings)
            text.Append('/').Append(Word(name)).Append('=').Append(Word(value));
        text.Append(CultureInfo.InvariantCulture,
            $"-{run.Environment.Cores} {phase.Operations} {phase.LatencyMs.Mean * 1e6:0.0} ns/op");
        text.Append(CultureInfo.InvariantCulture, $" {phase.OpsPerSecond:0.00} ops/s");
        if (phase.LatencyMs.P99 is { } p99)
            text.Append(CultureInfo.InvariantCulture, $" {p99 * 1e6:0} p99-ns");
        text.Append('\n');
    }

    // The name of a benchmark begins with a capital and, like that of a setting, has no space.
    private static string Name(string name)
    {
        var word = Word(name);
        return word.Length == 0 ? "Run" : char.ToUpperInvariant(word[0]) + word[1..];
    }

    private static string Word(string text) =>
        new([.. text.Select(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '.' or '-' ? c : '_')]);

    // A key begins with a small letter and has no space.
    private static string Key(string label) => "label-" + Word(label).ToLowerInvariant();
}
