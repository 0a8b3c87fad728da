using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using SfPerf.Platform.Admission;
using SfPerf.Platform.Logging;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>The shape of a local cluster.</summary>
internal sealed record ClusterOptions
{
    /// <summary>Gets the folder of all state.</summary>
    public required string DataFolder { get; init; }

    /// <summary>Gets the number of nodes: 1 or 5, as Service Fabric's dev clusters have, or 3.</summary>
    public int Nodes
    {
        get;
        init => field = value is 1 or 3 or 5 ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "1, 3 or 5.");
    } = 5;

    /// <summary>Gets one of Fsync, ProcessCrash.</summary>
    public string Durability { get; init; } = "Fsync";

    /// <summary>Gets the program that runs a node, and what comes before its arguments.</summary>
    public required string NodeProgram { get; init; }

    public string[] NodeProgramArguments { get; init; } = [];

    /// <summary>Gets who may connect to the cluster's ports.</summary>
    public AdmissionPolicy Admission { get; init; } = AdmissionPolicy.OwnUser;

    /// <summary>Gets the file of the policy's token; null without one.</summary>
    public string? TokenFile { get; init; }

    /// <summary>Gets the properties that placement constraints may ask for, by the names of nodes.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> NodeProperties { get; init; } =
        FrozenDictionary<string, IReadOnlyDictionary<string, string>>.Empty;

    /// <summary>Gets how the manager, its nodes and the runtime in their hosts write their logs.</summary>
    public LogFormat LogFormat { get; init; }

    /// <summary>Gets how long all nodes may take to report.</summary>
    public TimeSpan StartTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Gets how long a node may be silent before it is killed and started again.</summary>
    public TimeSpan Suspicion { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>How long a replica may be down unless its service says otherwise.</summary>
    internal static readonly TimeSpan RestartWaitOtherwise = TimeSpan.FromSeconds(30);

    /// <summary>Gets how long a replica may be down before another one takes its place.</summary>
    public TimeSpan RestartWait { get; init; } = RestartWaitOtherwise;

    /// <summary>
    /// Gets how long a new partition, one replica of which is open, waits for the one meant to be primary.
    /// </summary>
    public TimeSpan FirstReplicaWait { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>
    /// Gets how long an election in which enough replicas have answered waits for the others. Longer than a flush
    /// usually takes: a replica that was not waited for must be built again.
    /// </summary>
    public TimeSpan StragglerWait { get; init; } = TimeSpan.FromMilliseconds(250);

    /// <summary>
    /// Gets how long a primary that cannot be proved dead may still serve reads: the lease and a tenth.
    /// </summary>
    public TimeSpan LeaseWait { get; init; } = TimeSpan.FromMilliseconds(880);
}
