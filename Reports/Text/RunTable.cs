using System;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Thresholds;

namespace SfPerf.Reports.Text;

/// <summary>A run as a terminal shows it: its results in sentences, then where it was measured, then the
/// table.</summary>
public static class RunTable
{
    /// <summary>Writes the table.</summary>
    public static void Write(RunRecord run, TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(output);
        foreach (var phase in run.Measured.Where(p => p.Operations > 0))
            output.WriteLine(RunSentences.Result(phase));
        if (run.Noise is { } verdict)
            output.WriteLine(RunSentences.Noise(verdict.Verdict));
        output.WriteLine();
        WriteHead(run, output);
        var table = new TextTable(
            "op", "total s", "ops", "ops/s", "avg ms", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms", "first ms",
            "errors");
        foreach (var phase in run.Phases)
        {
            table.Add(
                phase.Name, Figures.Time(phase.Seconds), Figures.Count(phase.Operations),
                Figures.Rate(phase.OpsPerSecond), Figures.Ms(phase.LatencyMs.Mean), Figures.Ms(phase.LatencyMs.P50),
                Figures.Ms(phase.LatencyMs.P90), Figures.Ms(phase.LatencyMs.P99), Figures.Ms(phase.LatencyMs.P999),
                Figures.Ms(phase.LatencyMs.Max), Figures.Ms(phase.FirstOperationMs), ErrorsOf(phase));
        }

        table.Write(output, leftLast: true);
        foreach (var text in RunSentences.FailOvers(run))
            output.WriteLine($" {text}");
        foreach (var phase in run.Phases)
            WriteNotes(phase, output);
        foreach (var mixed in run.Phases.Where(p => p.MixedPhase is not null).GroupBy(p => p.MixedPhase!))
            WriteMixed(mixed.Key, [.. mixed], output);
        if (run.Noise is { } noise)
            output.WriteLine($" noise: {noise.Verdict}{string.Concat(noise.Reasons.Select(r => $"; {r}"))}");
        foreach (var threshold in run.Thresholds ?? [])
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $" {(threshold.Passed ? "ok  " : "FAIL")} {threshold.Expression} ({Value(threshold, run)})"));
        }

        if (run.Status != "complete")
            output.WriteLine($" This run was {run.Status}: the figures cover the part that ran.");
    }

    internal static string ErrorsOf(PhaseRecord phase) => phase.Failed == 0
        ? "0"
        : $"{Figures.Count(phase.Failed)} ({string.Join(", ", phase.Errors
            .OrderByDescending(e => e.Value).ThenBy(e => e.Key, StringComparer.Ordinal)
            .Select(e => $"{e.Key} {Figures.Count(e.Value)}"))})";

    private static void WriteHead(RunRecord run, TextWriter output)
    {
        var environment = run.Environment;
        if (run.Cluster is { } c)
        {
            output.WriteLine($"{run.Name}: {Plural(c.Nodes, "node")}, {Plural(c.Partitions, "partition")}"
                + (run.TargetService is { } service ? $" of {service}, " : ", ")
                + $"{Plural(c.Replicas, "replica")}, {c.Durability ?? "durability unknown"}");
        }
        else
        {
            output.WriteLine(run.Name);
        }

        if (run.Cluster?.NotTold is { } notTold)
            output.WriteLine(notTold);
        output.WriteLine($"{environment.Os}, {environment.Cpu}, {Plural(environment.Cores, "core")}, "
            + environment.Runtime + Commit(environment));
    }

    private static string Commit(EnvironmentRecord environment) =>
        environment.Commit is { } commit ? $", commit {commit[..Math.Min(7, commit.Length)]}" : "";

    private static void WriteNotes(PhaseRecord phase, TextWriter output)
    {
        if (phase.OfferedRate is { } rate)
        {
            output.WriteLine($" {phase.Name}: open loop, {Figures.Rate(rate)}/s intended, response times; service p99 "
                + $"{Figures.Ms(phase.ServiceMs?.P99)} ms, lateness p99 {Figures.Ms(phase.LatenessMs?.P99)} ms, "
                + $"{Figures.Count(phase.LateStarts ?? 0)} late starts");
        }
        else if (phase.Kind is "write" or "read" && phase is { Operations: > 0, MixedPhase: null })
        {
            output.WriteLine(
                $" {phase.Name}: {RunSentences.Little(phase.Outstanding, phase.LittleResidual, IsDoubtful(phase))}");
        }

        if (phase.Steady is { Found: true } steady)
        {
            output.WriteLine($" {phase.Name}: steady from second {steady.FromSecond}, "
                + $"{Figures.Rate(steady.OpsPerSecond)} ops/s{Interval(steady)}");
        }
        else if (phase.Steady is not null)
        {
            output.WriteLine($" {phase.Name}: no steady state was reached");
        }

        if (phase.Abandoned > 0)
            output.WriteLine($" {phase.Name}: {Figures.Count(phase.Abandoned)} operations were under way at the end");
        if (phase.Stopped is { } stopped)
            output.WriteLine($" {phase.Name}: ended early: {stopped}");
    }

    // The kinds of a mixed phase share its outstanding operations, so Little's law holds for their sum only.
    private static void WriteMixed(string name, PhaseRecord[] kinds, TextWriter output)
    {
        if (kinds.Any(k => k.OfferedRate is not null))
            return;
        var outstanding = kinds[0].Outstanding;
        var residual = (kinds.Sum(k => k.OpsPerSecond * k.LatencyMs.Mean / 1000) / outstanding) - 1;
        output.WriteLine($" {name}: {RunSentences.Little(outstanding, residual, isDoubtful: false)}; "
            + $"{Figures.Rate(kinds.Sum(k => k.OpsPerSecond))} ops/s of "
            + string.Join(", ", kinds.Select(k => k.Kind)));
    }

    // Pauses after failures are no operation, so with failures the residual says nothing.
    private static bool IsDoubtful(PhaseRecord phase) =>
        Math.Abs(phase.LittleResidual) > 0.05 && phase.Failed == 0 && phase.Seconds >= 1;

    private static string Interval(SteadyRecord steady) => steady.OpsPerSecondLow is { } low
        ? $" (95 % CI {Figures.Rate(low)}..{Figures.Rate(steady.OpsPerSecondHigh ?? low)})" : "";

    private static string Plural(int count, string noun) => $"{count} {noun}{(count == 1 ? "" : "s")}";

    private static string Value(ThresholdRecord threshold, RunRecord run) =>
        threshold.Value?.ToString("0.###", CultureInfo.InvariantCulture) ?? Threshold.NoFigure(threshold, run);
}
