using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using SfPerf.Metrics.Histograms;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Exports;

/// <summary>YCSB's summary: microseconds, writes under the name UPDATE, failures in a section of their own.</summary>
internal static class YcsbText
{
    private static readonly Dictionary<string, string> Names = new()
    {
        ["write"] = "UPDATE", ["read"] = "READ", ["insert"] = "INSERT", ["readmodifywrite"] = "READ-MODIFY-WRITE",
        ["scan"] = "SCAN",
    };

    internal static string Write(RunRecord run)
    {
        PhaseRecord[] phases = [.. run.Measured.Where(p => Names.ContainsKey(p.Kind))];
        var text = new StringBuilder();
        // The kinds of a mixed phase share its time.
        var seconds = phases.GroupBy(p => p.MixedPhase ?? p.Name).Sum(g => g.Max(p => p.Seconds));
        Line(text, "OVERALL", "RunTime(ms)", seconds * 1000);
        Line(text, "OVERALL", "Throughput(ops/sec)", seconds > 0 ? phases.Sum(p => p.Operations) / seconds : 0);
        foreach (var kind in phases.GroupBy(p => p.Kind, StringComparer.Ordinal))
        {
            var name = Names[kind.Key];
            var latency = new LatencyHistogram();
            foreach (var phase in kind)
                latency.Add(phase.ReadHistogram());
            Line(text, name, "Operations", kind.Sum(p => p.Operations));
            var operations = Math.Max(1, kind.Sum(p => p.Operations));
            Line(text, name, "AverageLatency(us)", kind.Sum(p => p.LatencyMs.Mean * p.Operations) / operations * 1000);
            Line(text, name, "MinLatency(us)", kind.Min(p => p.LatencyMs.Min) * 1000);
            Line(text, name, "MaxLatency(us)", kind.Max(p => p.LatencyMs.Max) * 1000);
            foreach (var percentile in new[] { 50, 95, 99 })
                Line(text, name, $"{percentile}thPercentileLatency(us)", latency.ValueAt(percentile) / 1e3);
            Line(text, name, "Return=OK", kind.Sum(p => p.Operations));
            var failed = kind.Sum(p => p.Failed);
            if (failed == 0)
                continue;
            Line(text, name, "Return=ERROR", failed);
            Line(text, $"{name}-FAILED", "Operations", failed);
            foreach (var error in kind.SelectMany(p => p.Errors).GroupBy(e => e.Key, StringComparer.Ordinal))
                Line(text, $"{name}-FAILED", $"Return={error.Key}", error.Sum(e => e.Value));
        }
        return text.ToString();
    }

    private static void Line(StringBuilder text, string section, string name, double value) =>
        text.Append(CultureInfo.InvariantCulture, $"[{section}], {name}, {value:0.###}\n");
}
