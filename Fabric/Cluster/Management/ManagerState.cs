using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using SfPerf.Fabric.Cluster.Management.Faults;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Describes what the manager itself must find again after a restart, beside the configurations.</summary>
internal sealed record ManagerState
{
    /// <summary>
    /// Gets the number of starts with this folder; versions and replica ids of one start lie above the former's.
    /// </summary>
    public long Generation { get; init; }

    /// <summary>Gets the number of saves up to this one; 0 in a file of the first format.</summary>
    public long Sequence { get; init; }

    public int Nodes { get; init; }

    /// <summary>Gets the number that the next application's folder gets.</summary>
    public int NextApplication { get; init; } = 1;

    /// <summary>Gets the applications in the order of their creation.</summary>
    public StoredApplication[] Applications
    {
        get;
        init => field = value ?? []; // null in a file that does not have the field
    } = [];

    /// <summary>Gets the application types in the order in which they were provisioned.</summary>
    public StoredApplicationType[] ApplicationTypes
    {
        get;
        init => field = value ?? []; // null in a file that does not have the field
    } = [];

    /// <summary>Gets the faults that tests asked for, in their order.</summary>
    public FaultOperation[] Faults
    {
        get;
        init => field = value ?? []; // null in a file that does not have the field
    } = [];

    /// <summary>Gets the nodes that somebody has deactivated, with the intent, by name.</summary>
    public SortedDictionary<string, DeactivationIntent> Deactivated
    {
        get;
        init => field = value ?? []; // null in a file that does not have the field
    } = [];

    /// <summary>Gets the replicas, by id, whose state a client gave up with their node's, as long as a configuration
    /// names them.</summary>
    public long[] GivenUp
    {
        get;
        init => field = value ?? []; // null in a file that does not have the field
    } = [];

    /// <summary>Gets the only application of a file that knew no several ones; null in every other one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public StoredApplication? Application { get; init; }

    /// <summary>Gets the same state with all applications in the present field.</summary>
    internal ManagerState Upgraded() => this with
    {
        Applications = Application is { } only ? [only] : Applications,
        Application = null,
    };
}

/// <summary>Specifies why a node is deactivated, in Service Fabric's words and numbers.</summary>
internal enum DeactivationIntent
{
    /// <summary>Nothing new is placed there.</summary>
    Pause = 1,

    /// <summary>Its replicas are closed and keep their state: the node comes back soon.</summary>
    Restart = 2,

    /// <summary>Its replicas go elsewhere with their state: what is on its disk may be lost.</summary>
    RemoveData = 3,

    /// <summary>As before, and the node does not come back.</summary>
    RemoveNode = 4,
}

/// <summary>A package from which applications are created.</summary>
internal sealed record StoredApplicationType
{
    public required string Name { get; init; }

    public required string Version { get; init; }

    /// <summary>Gets the name of its folder in the image store.</summary>
    public required string Folder { get; init; }

    /// <summary>Gets the parameters that its manifest declares, with their defaults.</summary>
    public required SortedDictionary<string, string> Parameters { get; init; }
}

/// <summary>A deployed application.</summary>
internal sealed record StoredApplication
{
    /// <summary>Gets type name and number: the folder's name on every node.</summary>
    public required string Id { get; init; }

    public required ApplicationDefinition Definition { get; init; }

    /// <summary>Gets the services where some were created or deleted since the deployment; otherwise null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ServiceDefinition[]? Services { get; init; }

    /// <summary>Gets the services that there are.</summary>
    [JsonIgnore]
    public ServiceDefinition[] Present => Services ?? Definition.Services;

    /// <summary>Gets the partitions' ids, service by service and range by range in the services' order.</summary>
    public required Guid[] Partitions { get; init; }

    /// <summary>
    /// Gets the partitions that have had a first primary: one of these is never made anew, whatever became of its
    /// configuration.
    /// </summary>
    public Guid[] Created { get; init; } = [];
}

/// <summary>Serializes the manager's own file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(ManagerState))]
[JsonSerializable(typeof(ApplicationDefinition))]
internal sealed partial class ManagerJson : JsonSerializerContext;
