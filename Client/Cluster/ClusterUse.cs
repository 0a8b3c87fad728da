using SfPerf.Client.Parameters;

namespace SfPerf.Client.Cluster;

/// <summary>Describes what a run asks of a cluster, and which keys it leaves behind there.</summary>
/// <param name="Address">The host of a cluster elsewhere; empty for the local one.</param>
/// <param name="Endpoint">Its client endpoint's port.</param>
/// <param name="Nodes">Nodes of a cluster that is started for it.</param>
/// <param name="Deployment">What must be deployed.</param>
/// <param name="Keys">What its keys are drawn from.</param>
/// <param name="Inserts">Whether it adds keys that were never written.</param>
internal sealed record ClusterUse(string Address, int Endpoint, int Nodes, Deployment Deployment,
    (int Items, int Actors, int Seed, int Clients) Keys, bool Inserts)
{
    public static ClusterUse Of(RunParameters p, Deployment deployment) => new(p.ClusterAddress,
        p.ClientConnectionEndpoint, p.ClusterNodes, deployment, (p.Items, p.Actors, p.Seed, p.Clients),
        p.InsertsMax > 0);

    /// <summary>Returns whether another run can be measured on the same cluster.</summary>
    public bool SharesClusterWith(ClusterUse other) => Deployment.Elsewhere is { } rest
        ? rest == other.Deployment.Elsewhere
        : other.Deployment.Elsewhere is null && (Address, Endpoint) == (other.Address, other.Endpoint)
            && (Address.Length > 0 || (Nodes, Deployment.Build) == (other.Nodes, other.Deployment.Build));

    /// <summary>Returns whether another run finds just the keys that it writes itself: inserted ones would be there
    /// already, and others would make the store larger.</summary>
    public bool LeavesTheKeysOf(ClusterUse other) => !Inserts && Keys == other.Keys;
}
