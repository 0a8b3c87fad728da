namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>A folder of settings.</summary>
internal sealed record ConfigPackageDefinition(string Name, string Version, string Folder, SettingsSection[] Sections);
