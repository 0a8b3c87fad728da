#nullable disable

namespace System.Fabric.Description;

public abstract class PackageDescription
{
    internal PackageDescription()
    {
    }

    public string Name { get; internal set; }

    /// <summary>Gets the package's folder on the node.</summary>
    [Obsolete("Use Path property in System.Fabric.CodePackage, System.Fabric.ConfigurationPackage or "
        + "System.Fabric.DataPackage types.")]
    public string Path { get; internal set; }

    public string ServiceManifestName { get; internal set; }

    public string ServiceManifestVersion { get; internal set; }

    public string Version { get; internal set; }
}

public sealed class ConfigurationPackageDescription : PackageDescription
{
    internal ConfigurationPackageDescription()
    {
    }

    [Obsolete("Use Settings property of System.Fabric.ConfigurationPackage type.")]
    public ConfigurationSettings Settings { get; internal set; }
}

public sealed class CodePackageDescription : PackageDescription
{
    internal CodePackageDescription()
    {
    }
}

public sealed class DataPackageDescription : PackageDescription
{
    internal DataPackageDescription()
    {
    }
}
