#nullable disable

namespace System.Fabric.Description;

public sealed class ConfigurationPackageDescription : PackageDescription
{
    internal ConfigurationPackageDescription()
    {
    }
}
