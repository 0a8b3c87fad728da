namespace SfPerf.Fabric.Cluster.Management.Views;

/// <summary>One endpoint of a resolved partition.</summary>
internal sealed record EndpointView(string Role, string Address, string ReplicaId, string Node);
