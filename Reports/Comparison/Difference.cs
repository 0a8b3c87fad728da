using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>Represents something other than the figures that differs between two groups of runs.</summary>
/// <param name="Name">Such as <c>parameters.NumItems</c> or <c>environment.runtime</c>.</param>
/// <param name="Before">The values in the base runs.</param>
/// <param name="After">The values in the new runs.</param>
public sealed record Difference(string Name, string Before, string After)
{
    // Runs that differ in one of these were asked to do different work, so that a ratio of their figures says nothing
    // of one version against another.
    private static readonly string[] Work =
    [
        "parameters.TargetServiceType", $"parameters.{RunRecord.Service}", "parameters.OperationDataSizeInBytes",
        "parameters.OperationDataSizeDistribution", "parameters.OperationDataSizes", "parameters.Workload",
        "parameters.ValueSerializer", "cluster.durability",
    ];

    private const string Unknown = "-";

    /// <summary>Gets whether it makes the work of the runs another one.</summary>
    internal bool IsOfWork => Before != Unknown && After != Unknown && Work.Contains(Name);

    /// <summary>The name with both values.</summary>
    public override string ToString() => $"{Name}: {Before} -> {After}";

    internal static IReadOnlyList<Difference> Between(IReadOnlyList<RunRecord> before, IReadOnlyList<RunRecord> after)
    {
        var (a, b) = (Facts(before), Facts(after));
        return [.. a.Keys.Union(b.Keys).Order(StringComparer.Ordinal)
            .Select(k => new Difference(k, Text(a, k), Text(b, k))).Where(d => d.Before != d.After)];
    }

    private static Dictionary<string, SortedSet<string>> Facts(IReadOnlyList<RunRecord> runs)
    {
        var facts = new Dictionary<string, SortedSet<string>>(StringComparer.Ordinal);
        foreach (var run in runs)
        {
            foreach (var (name, value) in Facts(run))
            {
                if (!facts.TryGetValue(name, out var values))
                    facts[name] = values = new SortedSet<string>(StringComparer.Ordinal);
                values.Add(value ?? Unknown);
            }
        }

        return facts;
    }

    internal static IEnumerable<(string Name, string? Value)> Facts(RunRecord run)
    {
        foreach (var (name, value) in run.Parameters)
            yield return ($"parameters.{name}", value.ToString());
        var environment = run.Environment;
        yield return ("environment.sdk", environment.Sdk);
        yield return ("environment.runtime", environment.Runtime);
        yield return ("environment.os", environment.Os);
        yield return ("environment.cpu", environment.Cpu);
        yield return ("environment.cores", $"{environment.Cores}");
        yield return ("environment.commit", environment.Commit);
        yield return ("environment.gc", environment.Gc);
        yield return ("environment.memory", environment.MemoryBytes is { } bytes ? $"{bytes >> 20} MiB" : null);
        foreach (var (name, value) in environment.Versions ?? new Dictionary<string, string>())
            yield return ($"versions.{name}", value);
        if (run.Cluster is not { } cluster)
            yield break;
        yield return ("cluster.nodes", $"{cluster.Nodes}");
        yield return ("cluster.partitions", $"{cluster.Partitions}");
        yield return ("cluster.replicas", $"{cluster.Replicas}");
        yield return ("cluster.durability", cluster.Durability);
        foreach (var (name, value) in cluster.Settings ?? new Dictionary<string, string>())
            yield return ($"cluster.{name}", value);
    }

    private static string Text(Dictionary<string, SortedSet<string>> facts, string name) =>
        facts.TryGetValue(name, out var values) ? string.Join(" | ", values) : Unknown;
}
