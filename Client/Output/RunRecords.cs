using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using SfPerf.Client.Cluster;
using SfPerf.Client.Parameters;
using SfPerf.Client.Runs;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Output;

/// <summary>Makes the record that is saved of what was measured.</summary>
internal static class RunRecords
{
    public static RunRecord Create(RunPlan plan, Measurement measured, ClusterFacts cluster)
    {
        var values = plan.Parameters.Set.All.ToList();
        return new RunRecord
        {
            Name = plan.Parameters.Name,
            Id = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(3)),
            StartedUtc = measured.StartedUtc,
            Status = measured.Cancelled ? "cancelled" : measured.Failure is null ? "complete" : "stopped",
            Seed = plan.Parameters.Seed,
            Parameters = RunRecord.ParametersOf(
                values.Select(v => KeyValuePair.Create(v.Name, (object?)Typed(v)))),
            ParameterOrigins = values.ToDictionary(v => v.Name, v => v.Origin.ToString()),
            Environment = EnvironmentFacts.Read(),
            Cluster = cluster == ClusterFacts.None ? null : new ClusterRecord
            {
                Nodes = cluster.Nodes, Partitions = cluster.Partitions, Replicas = cluster.Replicas,
                Durability = cluster.Durability,
            },
            Phases = [.. measured.Phases.Select(PhaseRecord.From)],
            Noise = measured.Noise is { } noise ? NoiseRecord.From(noise) : null,
            Counters = measured.Counters.Count > 0 ? measured.Counters : null,
            Command = Command(plan),
        };
    }

    private static object Typed(ParameterValue value) => ParameterCatalogue.Find(value.Name)?.Kind switch
    {
        ParameterKind.Integer => long.Parse(value.Text, CultureInfo.InvariantCulture),
        ParameterKind.Boolean => bool.Parse(value.Text),
        _ => value.Text,
    };

    // Every value that did not come from the file or a default, so that the line alone repeats the run.
    private static string Command(RunPlan plan)
    {
        var settings = plan.Parameters.Set.All
            .Where(v => v.Origin.Kind is not (OriginKind.Default or OriginKind.File))
            .Select(v => $" --set {v.Name}={v.Text}");
        return $"sfperf run {plan.File}{string.Concat(settings)}";
    }
}
