using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Client.Cluster;

/// <summary>The processes of a cluster on this machine.</summary>
/// <param name="Hosts">The service hosts, each by program and node, as <c>StatefulStore _Node_1</c>.</param>
/// <param name="All">Every process the cluster names: manager, nodes and hosts.</param>
internal sealed record ClusterProcesses(IReadOnlyList<(string Name, int Id)> Hosts, IReadOnlyList<int> All)
{
    /// <summary>Gets those of a run without a cluster, or with one on other machines.</summary>
    public static ClusterProcesses None { get; } = new([], []);

    /// <summary>Gets those of a cluster on this machine that does not tell them.</summary>
    public static ClusterProcesses Untold { get; } = new([], []) { AreTold = false };

    /// <summary>Gets whether all are known that take part on this machine: otherwise nobody can say what others used of
    /// it.</summary>
    public bool AreTold { get; private init; } = true;

    /// <summary>Whether a cluster's gateway, and with it the cluster, is on this machine.</summary>
    public static bool AreHere(string gatewayAddress) =>
        Uri.TryCreate(gatewayAddress, UriKind.Absolute, out var address) && address.IsLoopback;

    /// <summary>Takes them from the cluster's status.</summary>
    /// <param name="status">The answer of the gateway.</param>
    /// <param name="applications">The applications whose hosts are meant; none: all.</param>
    public static ClusterProcesses Read(ClusterView status, params string[] applications)
    {
        var hosts = status.Nodes.SelectMany(node => (node.Hosts ?? [])
            .Where(host => host.Pid > 0
                && (applications.Length == 0 || applications.Contains(host.Application)))
            .Select(host => (Name: $"{ShortName(host.Program)} {node.Name}", Id: host.Pid))).ToList();
        return new ClusterProcesses(hosts,
        [
            .. status.Nodes.Select(n => n.Pid).Prepend(status.Pid).OfType<int>().Where(id => id > 0),
            .. hosts.Select(h => h.Id),
        ]);
    }

    private static string ShortName(string program) => program.Replace("SfPerf.", "", StringComparison.Ordinal);
}
