using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Reports.Runs;

namespace SfPerf.Reports.Comparison;

/// <summary>Runs that did the same work, so that their figures have a history.</summary>
/// <param name="Title">The name of the runs, their target, and the parameters that tell them from other groups.</param>
/// <param name="Runs">In the order of their start.</param>
public sealed record RunGroup(string Title, IReadOnlyList<RunRecord> Runs)
{
    internal const string Unknown = "-";

    private const string Prefix = "parameters.";
    private const string Target = "TargetServiceType";

    // They say where a run was made, what it was called or what it had to keep, and nothing of its work.
    private static readonly HashSet<string> NoWork = new(StringComparer.Ordinal)
    {
        "Name", "Seed", "ClusterAddress", "ClientConnectionEndpoint", "ReverseProxyEndpoint", "PeerEndpoint",
        "ServerCertificateThumbprint", "ClientCertificateThumbprint", "ClientCertificateFile", "Thresholds", "Slo",
    };

    /// <summary>Parts runs by name, target and parameters.</summary>
    /// <param name="runs">They are put in the order of their start.</param>
    /// <param name="by">A fact by which runs of a group may differ, such as <c>parameters.NumItems</c>; null for none.
    /// </param>
    /// <returns>The groups in the order of their first runs, and the runs that ended early, which are in none.
    /// </returns>
    public static (IReadOnlyList<RunGroup> Groups, IReadOnlyList<RunRecord> Parts) Of(
        IReadOnlyList<RunRecord> runs, string? by = null)
    {
        ArgumentNullException.ThrowIfNull(runs);
        RunRecord[] ordered = [.. runs.OrderBy(r => r.StartedUtc).ThenBy(r => r.Id, StringComparer.Ordinal)];
        return ([.. ordered.Where(r => r.Status == "complete").GroupBy(KindOf)
                .SelectMany(kind => Split(kind.Key, [.. kind], by))],
            [.. ordered.Where(r => r.Status != "complete")]);
    }

    /// <summary>Returns a fact of a run by its name; <see cref="Unknown"/> when the run does not carry it.</summary>
    internal static string FactOf(RunRecord run, string by)
    {
        if (by.StartsWith("labels.", StringComparison.Ordinal))
            return run.Labels?.GetValueOrDefault(by["labels.".Length..]) ?? Unknown;
        var name = by.Contains('.', StringComparison.Ordinal) ? by : $"environment.{by}";
        return Difference.Facts(run).FirstOrDefault(f => f.Name == name).Value ?? Unknown;
    }

    private static IEnumerable<RunGroup> Split(string title, RunRecord[] runs, string? by)
    {
        // A parameter that only some of the runs know came with a later version; it says nothing of the older ones.
        string[] names = [.. runs[0].Parameters.Keys.Where(n => !NoWork.Contains(n)
            && n is not (Target or RunRecord.Service) && Prefix + n != by && runs.All(r => r.Parameters.ContainsKey(n))
            && runs.Select(r => r.Parameters[n].ToString()).Distinct(StringComparer.Ordinal).Skip(1).Any())];
        return runs.GroupBy(r => string.Join(' ', names.Select(n => $"{n}={r.Parameters[n]}")), StringComparer.Ordinal)
            .Select(g => new RunGroup(g.Key.Length == 0 ? title : $"{title}, {g.Key}", [.. g]));
    }

    // Runs of versions that could measure no other service than their own do not have the parameter.
    private static string KindOf(RunRecord run)
    {
        var kind = run.Parameters.TryGetValue(Target, out var target) ? $"{run.Name}, {target}" : run.Name;
        return run.TargetService is { } service ? $"{kind} of {service}" : kind;
    }
}
