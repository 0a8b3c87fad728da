namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>A folder of data.</summary>
internal sealed record DataPackageDefinition(string Name, string Version, string Folder);
