using System.Collections.Generic;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management.Reported;

/// <summary>The load that the replicas of a partition reported last. It is shown, and moves no replica.</summary>
internal sealed class ReplicaLoads
{
    internal const int MetricsMax = 256;
    private readonly Dictionary<long, ReplicaLoad> _loads = [];

    /// <summary>Takes a report; metrics that it does not name keep their value.</summary>
    internal void Take(ControlMessage.LoadReported report)
    {
        if (!_loads.TryGetValue(report.ReplicaId, out var load))
            _loads[report.ReplicaId] = load = new();
        foreach (var (name, value) in report.Metrics)
        {
            if (load.Metrics.ContainsKey(name) || load.Metrics.Count < MetricsMax)
                load.Metrics[name] = value;
        }

        load.MoveCost = report.MoveCost ?? load.MoveCost;
    }

    internal ReplicaLoad? Of(long replica) => _loads.GetValueOrDefault(replica);

    internal void Clear() => _loads.Clear();

    internal void Forget(long replica) => _ = _loads.Remove(replica);
}

/// <summary>The load of one replica.</summary>
internal sealed class ReplicaLoad
{
    internal SortedDictionary<string, int> Metrics { get; } = new(System.StringComparer.Ordinal);

    internal string? MoveCost { get; set; }
}
