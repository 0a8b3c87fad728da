using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>The whole status.</summary>
internal sealed record ClusterView
{
    public string Name { get; init; } = "Local-Cluster";

    public required int Pid { get; init; }

    public required string Data { get; init; }

    public string Gateway { get; init; } = "";

    public string ClientEndpoint { get; init; } = "";

    /// <summary>Gets the address that is served over https; null where none is.</summary>
    public string? HttpsGateway { get; init; }

    public required string Durability { get; init; }

    public required string Health { get; init; }

    public required double UpSeconds { get; init; }

    public required IReadOnlyList<NodeView> Nodes { get; init; }

    public required IReadOnlyList<ApplicationView> Applications { get; init; }

    public required IReadOnlyList<HealthEventView> HealthEvents { get; init; }
}

/// <summary>A node; its hosts in the status only.</summary>
internal sealed record NodeView
{
    public required string Name { get; init; }

    public required string Id { get; init; }

    public required string Type { get; init; }

    public required string Status { get; init; }

    public required string Health { get; init; }

    public required string Address { get; init; }

    public required string FaultDomain { get; init; }

    public required string UpgradeDomain { get; init; }

    public required int Pid { get; init; }

    public required string Instance { get; init; }

    /// <summary>Gets the properties that it was given at the start, for placement constraints.</summary>
    public IReadOnlyDictionary<string, string>? Properties { get; init; }

    public int Starts { get; init; }

    /// <summary>Gets since when the node has been up, or down; null: it was never up.</summary>
    public DateTimeOffset? Since { get; init; }

    public IReadOnlyList<HostView>? Hosts { get; init; }

    /// <summary>Gets whether a test keeps it down; only for this process.</summary>
    [JsonIgnore]
    public bool IsStopped { get; init; }

    /// <summary>Gets that somebody has deactivated it; null: nobody has.</summary>
    public DeactivationView? Deactivation { get; init; }
}

/// <summary>That somebody has deactivated a node: why, whether it is done, and what keeps it from being done.</summary>
internal sealed record DeactivationView(string Intent, bool Done, IReadOnlyList<SafetyCheckView> Pending);

/// <summary>Why a partition still needs a node that is deactivated, in Service Fabric's words.</summary>
internal sealed record SafetyCheckView(string Kind, Guid Partition);

/// <summary>A service host in the status.</summary>
internal sealed record HostView
{
    public required string Application { get; init; }

    public required string ServicePackage { get; init; }

    [JsonIgnore]
    public string ServicePackageVersion { get; init; } = "";

    public required string CodePackage { get; init; }

    public required string Program { get; init; }

    public required string Status { get; init; }

    public required int Pid { get; init; }

    public required int Starts { get; init; }

    public required IReadOnlyList<string> Types { get; init; }

    public required string LastWords { get; init; }

    public required IReadOnlyList<EndpointPort> Endpoints { get; init; }

    /// <summary>Gets the application's folder on the node; only for this process.</summary>
    [JsonIgnore]
    public string Folder { get; init; } = "";

    /// <summary>Gets all code packages of the service package; only for this process.</summary>
    [JsonIgnore]
    public IReadOnlyList<CodePackageView> CodePackages { get; init; } = [];
}

/// <summary>Why something is not healthy.</summary>
internal sealed record HealthEventView(string Entity, string SourceId, string Property, string State,
    string Description)
{
    /// <summary>Gets the number of a report; null for an event of the cluster's own, as the others below.</summary>
    public string? SequenceNumber { get; init; }

    /// <summary>Gets when the report came.</summary>
    public DateTimeOffset? Utc { get; init; }

    /// <summary>Gets how long the report is valid; null: for ever.</summary>
    public double? TimeToLiveSeconds { get; init; }

    public bool? RemoveWhenExpired { get; init; }

    public bool? IsExpired { get; init; }

    /// <summary>Gets what of an application on a node the event is about; null for other entities.</summary>
    [JsonIgnore]
    public DeployedPart? Deployed { get; init; }
}

/// <summary>An application on a node, or one service package of it there (otherwise empty).</summary>
internal sealed record DeployedPart(string Node, string Application, string ServicePackage);
