using System.Collections.Generic;

namespace SfPerf.Fabric.Manifests;

/// <summary>An application as it is to be created: manifests with all parameters filled in.</summary>
internal sealed record ApplicationDefinition
{
    /// <summary>Gets the name, such as <c>fabric:/SfPerf</c>.</summary>
    public required string Name { get; init; }

    public required string TypeName { get; init; }

    public required string TypeVersion { get; init; }

    /// <summary>Gets the value of every declared parameter.</summary>
    public required SortedDictionary<string, string> Parameters { get; init; }

    public required ServicePackageDefinition[] Packages { get; init; }

    /// <summary>Gets the services in the manifest's order, which is also the order of placement.</summary>
    public required ServiceDefinition[] Services { get; init; }

    /// <summary>Gets the services that a client may create by their type's name alone; without names of their own.
    /// </summary>
    public ServiceDefinition[] Templates
    {
        get;
        init => field = value ?? []; // null in a state that was stored before there was any
    } = [];

    /// <summary>Gets how bad its parts may be until it is in error.</summary>
    public ApplicationHealthPolicy HealthPolicy
    {
        get;
        init => field = value ?? new(); // null in a state that was stored before there was any
    } = new();

    /// <summary>Gets a sentence, with file and line, for each part of the manifests that has no effect here.</summary>
    public string[] Notes { get; init; } = [];
}

/// <summary>Represents one service to be created.</summary>
internal sealed record ServiceDefinition
{
    /// <summary>Gets the full name, such as <c>fabric:/SfPerf/StatefulStore</c>.</summary>
    public required string Name { get; init; }

    public required string TypeName { get; init; }

    /// <summary>Gets the name of the service manifest that declares the type.</summary>
    public required string PackageName { get; init; }

    public required bool Stateful { get; init; }

    public required PartitionScheme Scheme { get; init; }

    /// <summary>Gets the number of replicas wanted; 0 for a stateless service.</summary>
    public int TargetReplicaSetSize { get; init; }

    /// <summary>
    /// Gets the number of replicas below which a configuration is never shrunk and writes are refused.
    /// </summary>
    public int MinReplicaSetSize { get; init; }

    /// <summary>
    /// Gets the seconds after which a partition in quorum loss goes on without the replicas that are down; 0: never.
    /// </summary>
    public int QuorumLossWaitSeconds { get; init; }

    /// <summary>
    /// Gets the seconds after which a replica that is down is replaced on another node; 0: as long as the cluster waits
    /// by itself.
    /// </summary>
    public int ReplicaRestartWaitSeconds { get; init; }

    /// <summary>Gets what each replica or instance finds in its context; a default service has none.</summary>
    public byte[] InitializationData
    {
        get;
        init => field = value ?? []; // null in a state that was stored before there was any
    } = [];

    /// <summary>Gets the number of instances of a stateless service; -1 means one on every node.</summary>
    public int InstanceCount { get; init; }

    /// <summary>Gets which nodes its replicas or instances may be placed on (<see cref="PlacementConstraint"/>); empty:
    /// on each.</summary>
    public string PlacementConstraints
    {
        get;
        init => field = value ?? ""; // null in a state that was stored before there was any
    } = "";
}
