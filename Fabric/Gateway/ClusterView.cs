using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Serialization;

namespace SfPerf.Fabric.Gateway;

/// <summary>The whole status, as GET /Cluster/Status answers it.</summary>
/// <remarks>What may be null in it, and is not said to be so below, a client leaves out that has put the status of a
/// cluster elsewhere together from other sources: processes, folders, durability.</remarks>
internal sealed record ClusterView
{
    public string Name { get; init; } = "Local-Cluster";

    public int? Pid { get; init; }

    public string? Data { get; init; }

    public string Gateway { get; init; } = "";

    public string? ClientEndpoint { get; init; }

    /// <summary>Gets the address that is served over https; null where none is.</summary>
    public string? HttpsGateway { get; init; }

    public string? Durability { get; init; }

    public required string Health { get; init; }

    public double? UpSeconds { get; init; }

    public required IReadOnlyList<NodeView> Nodes { get; init; }

    public required IReadOnlyList<ApplicationView> Applications { get; init; }

    public required IReadOnlyList<HealthEventView> HealthEvents { get; init; }

    /// <summary>Gets the services of all applications.</summary>
    internal IEnumerable<ServiceView> Services => Applications.SelectMany(a => a.Services ?? []);
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

    public int? Pid { get; init; }

    public required string Instance { get; init; }

    /// <summary>Gets the properties that it was given at the start, for placement constraints.</summary>
    public IReadOnlyDictionary<string, string>? Properties { get; init; }

    public int? Starts { get; init; }

    /// <summary>Gets since when the node has been up, or down; null: it was never up.</summary>
    public DateTimeOffset? Since { get; init; }

    public IReadOnlyList<HostView>? Hosts { get; init; }

    /// <summary>Gets whether a test keeps it down.</summary>
    public bool? IsStopped { get; init; }

    /// <summary>Gets that somebody has deactivated it; null: nobody has.</summary>
    public DeactivationView? Deactivation { get; init; }
}

/// <summary>That somebody has deactivated a node: why, whether it is done, and what keeps it from being done.</summary>
internal sealed record DeactivationView(string Intent, bool Done, IReadOnlyList<SafetyCheckView> Pending);

/// <summary>
/// Describes why a node that is deactivated is still needed, in Service Fabric's words; by a partition, if there is
/// one.
/// </summary>
internal sealed record SafetyCheckView(string Kind, Guid? Partition);

/// <summary>A service host in the status.</summary>
internal sealed record HostView
{
    public required string Application { get; init; }

    public required string ServicePackage { get; init; }

    public string ServicePackageVersion { get; init; } = "";

    public required string CodePackage { get; init; }

    public required string Program { get; init; }

    public required string Status { get; init; }

    public required int Pid { get; init; }

    public required int Starts { get; init; }

    public required IReadOnlyList<string> Types { get; init; }

    public required string LastWords { get; init; }

    public required IReadOnlyList<PortView> Endpoints { get; init; }

    /// <summary>Gets the application's folder on the node.</summary>
    public string Folder { get; init; } = "";

    /// <summary>Gets all code packages of the service package.</summary>
    public IReadOnlyList<CodePackageView> CodePackages { get; init; } = [];
}

/// <summary>A port that an endpoint of a service package was given.</summary>
internal sealed record PortView(string Name, string Protocol, int Port);

/// <summary>A code package on a node.</summary>
internal sealed record CodePackageView
{
    public required string Name { get; init; }

    public required string Version { get; init; }

    /// <summary>Gets whether its program runs and, where it registers service types, has registered them.</summary>
    public required bool IsReady { get; init; }

    /// <summary>Gets what prepares the program; null where nothing does.</summary>
    public EntryPointView? Setup { get; init; }

    public required EntryPointView Main { get; init; }
}

/// <summary>A program of a code package on a node: its file, and its runs.</summary>
internal sealed record EntryPointView(string File, EntryPointRuns Runs);

/// <summary>
/// Describes how a program of a code package has run on a node since the manager started: its present process, and how
/// often it began and ended.
/// </summary>
internal sealed record EntryPointRuns
{
    internal static readonly EntryPointRuns None = new();

    /// <summary>Gets the present process; 0: there is none.</summary>
    public int ProcessId { get; init; }

    /// <summary>Gets what tells the runs apart: the time of the last start, as a number that grows with each.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public long Instance { get; init; }

    public int Starts { get; init; }

    public int FailedStarts { get; init; }

    public int FailedStartsInARow { get; init; }

    public int Ends { get; init; }

    /// <summary>Gets how many of the ends had an exit code other than 0, or one that nobody saw.</summary>
    public int FailedEnds { get; init; }

    public int FailedEndsInARow { get; init; }

    /// <summary>Gets the last exit code that was seen; 0: none yet.</summary>
    public int LastExitCode { get; init; }

    /// <summary>Gets when it was started last, whether it ran or not.</summary>
    public DateTimeOffset? LastStart { get; init; }

    public DateTimeOffset? LastGoodStart { get; init; }

    public DateTimeOffset? LastEnd { get; init; }

    public DateTimeOffset? LastGoodEnd { get; init; }
}

/// <summary>Describes why something is not healthy.</summary>
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
    public DeployedPartView? Deployed { get; init; }
}

/// <summary>An application on a node, or one service package of it there (otherwise empty).</summary>
internal sealed record DeployedPartView(string Node, string Application, string ServicePackage);

/// <summary>Describes what happened after some number; Last is the newest number there is.</summary>
internal sealed record ClusterEventsView(long Last, IReadOnlyList<ClusterEventView> Events);

/// <summary>Represents something that happened in the cluster.</summary>
internal sealed record ClusterEventView(long Number, DateTimeOffset Utc, string Kind, string Entity, string Text);
