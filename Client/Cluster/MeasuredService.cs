using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Contracts;

namespace SfPerf.Client.Cluster;

/// <summary>A service of the application that is measured. A run deploys only its own, so that no other one takes
/// memory and processor time beside it.</summary>
/// <param name="Target">The value of TargetServiceType that measures it.</param>
/// <param name="Name">Its name in the application, with which its application parameters begin.</param>
internal sealed record MeasuredService(string Target, string Name)
{
    // The runtime creates no service without partitions.
    private const string None = "0";

    public static MeasuredService Dictionary { get; } = new(TargetNames.SfDictionary, "StatefulStore");

    public static MeasuredService Actors { get; } = new(TargetNames.SfActor, "ActorStore");

    private static MeasuredService[] All { get; } = [Dictionary, Actors];

    /// <summary>Gets the one that a run on a cluster measures.</summary>
    public static MeasuredService Of(RunParameters run) => Array.Find(All, s => s.Target == run.TargetServiceType)
        ?? throw new ArgumentException($"{run.TargetServiceType} is no service of a cluster.", nameof(run));

    /// <summary>Returns the application parameters that leave the other services out.</summary>
    public IEnumerable<KeyValuePair<string, string>> WithoutOthers() =>
        All.Where(s => s != this).Select(s => KeyValuePair.Create($"{s.Name}_PartitionCount", None));

    /// <summary>Returns whether an application parameter is about this service.</summary>
    public bool Has(string parameter) => parameter.StartsWith(Name + "_", StringComparison.Ordinal);
}
