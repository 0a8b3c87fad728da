#nullable disable

namespace System.Fabric.Description;

public abstract class PackageDescription
{
    internal PackageDescription()
    {
    }

    public string Name { get; internal set; }

    public string ServiceManifestName { get; internal set; }

    public string ServiceManifestVersion { get; internal set; }

    public string Version { get; internal set; }
}

public sealed class ConfigurationPackageDescription : PackageDescription
{
    internal ConfigurationPackageDescription()
    {
    }
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
