namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>A value with the place it was set, or no place if on the command line.</summary>
internal sealed record ParameterValue(string Name, string Value, ManifestElement? Place);
