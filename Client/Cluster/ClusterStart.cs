using System.Collections.Generic;

namespace SfPerf.Client.Cluster;

/// <summary>Specifies how a local cluster is to be started.</summary>
/// <param name="Data">Folder of all its state.</param>
/// <param name="Nodes">Number of nodes.</param>
/// <param name="GatewayPort">HTTP gateway's port; 0 for any free one.</param>
/// <param name="ClientPort">Client endpoint's port; 0 for any free one.</param>
/// <param name="Durability">The cluster's durability setting by name; null for its default.</param>
/// <param name="Stays">Whether it outlives this process.</param>
/// <param name="Deployment">What to deploy at once; null for nothing.</param>
/// <param name="Reset">Whether the state in the folder is deleted first.</param>
internal sealed record ClusterStart(
    string Data, int Nodes, int GatewayPort, int ClientPort, string? Durability, bool Stays, Deployment? Deployment,
    bool Reset = false)
{
    /// <summary>Gets whether the folder stays when the cluster is stopped; one that outlives this process keeps it
    /// anyway.</summary>
    public bool KeepsData { get; init; }

    /// <summary>Gets the application's name, as fabric:/Chaos; null for the default.</summary>
    public string? Application { get; init; }

    /// <summary>Gets how long its nodes and hosts may take, six times as long on a machine that is short of processor
    /// time; null for the default.</summary>
    public System.TimeSpan? ReadyTimeout { get; init; }

    /// <summary>Gets the users who may connect besides the one who starts it.</summary>
    public IReadOnlyList<string> AllowedUsers { get; init; } = [];

    /// <summary>Gets properties of nodes for placement constraints, each as NODE:NAME=VALUE.</summary>
    public IReadOnlyList<string> NodeProperties { get; init; } = [];

    /// <summary>Gets variables that all its processes are started with.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>Gets the port of the reverse proxy; 0: there is none.</summary>
    public int ReverseProxyPort { get; init; }

    /// <summary>Gets further options of its gateway, as its program takes them.</summary>
    public IReadOnlyList<string> GatewayOptions { get; init; } = [];

    /// <summary>Gets how its processes write their logs, Text or Json; null for the default.</summary>
    public string? LogFormat { get; init; }

    /// <summary>Gets whether others may connect by a token.</summary>
    public bool Token { get; init; }
}
