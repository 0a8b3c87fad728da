using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Contracts;

namespace SfPerf.Client.Cluster;

/// <summary>A service of the application that is measured. A run deploys only its own, so that no other one takes
/// memory and processor time beside it.</summary>
internal sealed class MeasuredService
{
    // The runtime creates no service without partitions.
    private const string None = "0";

    private readonly string[] _targets;

    /// <param name="name">Its name in the application, with which its application parameters begin.</param>
    /// <param name="targets">The values of TargetServiceType that measure it.</param>
    private MeasuredService(string name, params string[] targets) => (Name, _targets) = (name, targets);

    /// <summary>Gets the service of the reliable collections.</summary>
    public static MeasuredService Dictionary { get; } = new("StatefulStore",
        TargetNames.SfDictionary, TargetNames.SfQueue, TargetNames.SfConcurrentQueue);

    public static MeasuredService Actors { get; } = new("ActorStore", TargetNames.SfActor);

    private static MeasuredService[] All { get; } = [Dictionary, Actors];

    public string Name { get; }

    /// <summary>Gets the one that a run on a cluster measures.</summary>
    public static MeasuredService Of(RunParameters run) =>
        Array.Find(All, s => s._targets.Contains(run.TargetServiceType)) ?? throw new ArgumentException(
            $"{run.TargetServiceType} is no service of a cluster.", nameof(run));

    /// <summary>Returns the application parameters that leave the other services out.</summary>
    public IEnumerable<KeyValuePair<string, string>> WithoutOthers() =>
        All.Where(s => s != this).Select(s => KeyValuePair.Create($"{s.Name}_PartitionCount", None));

    /// <summary>Returns whether an application parameter is about this service.</summary>
    public bool Has(string parameter) => parameter.StartsWith(Name + "_", StringComparison.Ordinal);
}
