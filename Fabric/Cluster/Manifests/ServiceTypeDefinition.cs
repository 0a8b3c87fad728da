namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>A service type that the package's program registers.</summary>
internal sealed record ServiceTypeDefinition(string Name, bool Stateful, bool HasPersistedState);
