using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Contracts;

namespace SfPerf.Client.Cluster;

/// <summary>The service that is measured: one of the application that a run deploys, or one of another application,
/// which the cluster holds. A run deploys only its own, so that no other one takes memory and processor time beside it.
/// </summary>
internal sealed record MeasuredService
{
    // The runtime creates no service without partitions.
    private const string None = "0";

    // The name of a service of our application, with which its application parameters begin, or the full name of a
    // service of another application.
    private MeasuredService(string name) => Name = name;

    /// <summary>Gets the service of the reliable collections.</summary>
    public static MeasuredService Dictionary { get; } = new("StatefulStore");

    public static MeasuredService Actors { get; } = new("ActorStore");

    private static MeasuredService[] All { get; } = [Dictionary, Actors];

    public string Name { get; }

    /// <summary>Gets the application that the service belongs to; null for the one that the run deploys.</summary>
    public string? Application => Name.LastIndexOf('/') is > 0 and var end ? Name[..end] : null;

    /// <summary>Gets the one that a run on a cluster measures.</summary>
    public static MeasuredService Of(RunParameters run) => run.TargetService.Length > 0 ? new(run.TargetService)
        : run.TargetServiceType == TargetNames.SfActor ? Actors
        : TargetNames.All.Contains(run.TargetServiceType) ? Dictionary
        : throw new ArgumentException($"{run.TargetServiceType} is no service of a cluster.", nameof(run));

    /// <summary>Returns the whole name, as fabric:/SfPerf/StatefulStore.</summary>
    /// <param name="deployed">The application that the run deploys.</param>
    public string NameIn(string deployed) => Application is null ? $"{deployed}/{Name}" : Name;

    /// <summary>Returns the application parameters that leave the other services out.</summary>
    public IEnumerable<KeyValuePair<string, string>> WithoutOthers() =>
        All.Where(s => s != this).Select(s => KeyValuePair.Create($"{s.Name}_PartitionCount", None));

    /// <summary>Returns whether an application parameter is about this service.</summary>
    public bool Has(string parameter) => parameter.StartsWith(Name + "_", StringComparison.Ordinal);
}
