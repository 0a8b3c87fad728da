namespace SfPerf.Fabric.Cluster.Manifests;

/// <summary>A parameter of a section.</summary>
internal sealed record SettingsParameter(string Name, string Value, bool MustOverride, bool IsEncrypted, string Type);
