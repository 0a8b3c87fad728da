#nullable disable

namespace System.Fabric.Description;

/// <summary>Names a package of a service package.</summary>
public abstract class PackageDescription
{
    internal PackageDescription()
    {
    }

    /// <summary>Gets the name of the package.</summary>
    public string Name { get; internal set; }

    /// <summary>Gets the package's folder on the node.</summary>
    [Obsolete("Use Path property in System.Fabric.CodePackage, System.Fabric.ConfigurationPackage or "
        + "System.Fabric.DataPackage types.")]
    public string Path { get; internal set; }

    /// <summary>Gets the name of the service manifest that has the package.</summary>
    public string ServiceManifestName { get; internal set; }

    /// <summary>Gets the version of that service manifest.</summary>
    public string ServiceManifestVersion { get; internal set; }

    /// <summary>Gets the version of the package.</summary>
    public string Version { get; internal set; }
}

/// <summary>Names a configuration package.</summary>
public sealed class ConfigurationPackageDescription : PackageDescription
{
    internal ConfigurationPackageDescription()
    {
    }

    /// <summary>Gets the settings, the same as those of the <see cref="System.Fabric.ConfigurationPackage"/>.</summary>
    [Obsolete("Use Settings property of System.Fabric.ConfigurationPackage type.")]
    public ConfigurationSettings Settings { get; internal set; }
}

/// <summary>Names a code package.</summary>
public sealed class CodePackageDescription : PackageDescription
{
    internal CodePackageDescription()
    {
    }
}

/// <summary>Names a data package.</summary>
public sealed class DataPackageDescription : PackageDescription
{
    internal DataPackageDescription()
    {
    }
}
