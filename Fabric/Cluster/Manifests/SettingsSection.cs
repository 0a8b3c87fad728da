namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>A section of Settings.xml.</summary>
internal sealed record SettingsSection(string Name, SettingsParameter[] Parameters);
