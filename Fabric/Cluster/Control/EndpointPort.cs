namespace SfPerf.Fabric.Cluster.Control;

/// <summary>The port that an endpoint resource has on a node.</summary>
internal sealed record EndpointPort(string Name, string Protocol, int Port);
