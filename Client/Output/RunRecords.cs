using System.Linq;
using SfPerf.Client.Cluster;
using SfPerf.Client.Measuring;
using SfPerf.Commands;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Output;

/// <summary>Makes the record that is saved of what was measured.</summary>
internal static class RunRecords
{
    public static RunRecord Create(RunPlan plan, Measurement measured, ClusterFacts cluster)
    {
        var record = new RunRecord
        {
            Name = plan.Parameters.Name,
            Id = measured.Id,
            StartedUtc = measured.StartedUtc,
            Status = measured.Status,
            Seed = plan.Parameters.Seed,
            Parameters = plan.Parameters.Set.ToJson(),
            ParameterOrigins = plan.Parameters.Set.Origins,
            Environment = EnvironmentFacts.Read() with { Versions = plan.Deployment?.Versions() },
            Cluster = cluster == ClusterFacts.None ? null : new ClusterRecord
            {
                Nodes = cluster.Nodes, Partitions = cluster.Partitions, Replicas = cluster.Replicas,
                Durability = cluster.Durability, Settings = cluster.Settings, NotTold = cluster.NotTold,
            },
            Phases = [.. measured.Phases.Select(PhaseRecord.From)],
            Noise = measured.Noise is { } noise ? NoiseRecord.From(noise) : null,
            Counters = measured.Counters.Count > 0 ? measured.Counters : null,
            Command = $"sfperf run {plan.File}{plan.Parameters.Set.Settings}",
        };
        EventRecord[] events =
        [
            .. measured.Events.Select(e => EventRecord.At(e.Utc, e.Kind, e.Text, record)),
            .. EventRecord.OfCounters(record),
        ];
        return record with { Events = events.Length > 0 ? [.. events.OrderBy(e => e.Utc)] : null };
    }
}
