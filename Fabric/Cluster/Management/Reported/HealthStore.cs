using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management.Reported;

/// <summary>
/// Represents what services and clients report of entities: the newest of each source and property. It is kept as long
/// as the entity lives, in memory, so it is gone when the manager ends. Not thread safe.
/// </summary>
internal sealed class HealthStore(TimeProvider time)
{
    internal const int ReportsMax = 8192;
    internal const int DescriptionMax = 4096;
    private readonly Dictionary<(HealthEntity, string Source, string Property), KeptReport> _reports = [];

    internal int Count => _reports.Count;

    /// <summary>Takes a report. One whose number is not above the last one of its source and property is stale.
    /// </summary>
    /// <returns>False for a stale one, which changes nothing.</returns>
    internal bool Take(HealthEntity entity, HealthReport report)
    {
        var key = (entity, report.SourceId, report.Property);
        if (_reports.TryGetValue(key, out var before))
        {
            if (report.SequenceNumber <= before.Report.SequenceNumber)
                return false;
        }
        else if (_reports.Count >= ReportsMax)
        {
            _ = _reports.Remove(_reports.MinBy(r => r.Value.Taken).Key);
        }

        if (report.Description.Length > DescriptionMax)
            report = report with { Description = report.Description[..DescriptionMax] };
        _reports[key] = new(entity, report, time.GetTimestamp(), time.GetUtcNow());
        return true;
    }

    /// <summary>Gets the reports that count now, in the order in which they came. An expired one that was not to be
    /// removed counts as an error.</summary>
    internal IReadOnlyList<KeptReport> Current()
    {
        foreach (var (key, _) in _reports.Where(r => IsExpired(r.Value) && r.Value.Report.RemoveWhenExpired).ToArray())
            _ = _reports.Remove(key);
        return [.. _reports.Values.OrderBy(r => r.Taken).Select(r => r with { IsExpired = IsExpired(r) })];
    }

    /// <summary>Forgets what was said of entities that are gone.</summary>
    internal void Remove(Predicate<HealthEntity> gone)
    {
        foreach (var key in _reports.Keys.Where(k => gone(k.Item1)).ToArray())
            _ = _reports.Remove(key);
    }

    private bool IsExpired(KeptReport report) => report.Report.TimeToLiveMilliseconds is > 0 and var lives
        && time.GetElapsedTime(report.Taken) >= TimeSpan.FromMilliseconds(lives);
}

/// <summary>Describes what a report is about; what does not belong to the kind is left at its default.</summary>
/// <param name="Kind">The kind of entity.</param>
/// <param name="Application">The application's name; empty for a node and for the cluster.</param>
internal sealed record HealthEntity(HealthEntityKind Kind, string Application)
{
    public string Service { get; init; } = "";

    public Guid Partition { get; init; }

    public long Replica { get; init; }

    public string Node { get; init; } = "";

    public string ServicePackage { get; init; } = "";

    /// <summary>Gets the name that the health shows, as fabric:/App/Service/PARTITION/REPLICA.</summary>
    public override string ToString() => Kind switch
    {
        HealthEntityKind.Cluster => "cluster",
        HealthEntityKind.Node => Node,
        HealthEntityKind.Service => Service,
        HealthEntityKind.Partition => $"{Service}/{Partition}",
        HealthEntityKind.Replica => $"{Service}/{Partition}/{Replica}",
        HealthEntityKind.DeployedApplication => $"{Node}/{Application}",
        HealthEntityKind.DeployedServicePackage => $"{Node}/{Application}/{ServicePackage}",
        _ => Application,
    };
}

/// <summary>A report and when it came.</summary>
internal sealed record KeptReport(HealthEntity Entity, HealthReport Report, long Taken, DateTimeOffset Utc)
{
    public bool IsExpired { get; init; }

    /// <summary>Gets the state that counts.</summary>
    internal string State => IsExpired ? "Error" : Report.State;
}
