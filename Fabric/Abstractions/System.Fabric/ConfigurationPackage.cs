#nullable disable

using System.Fabric.Description;

namespace System.Fabric;

public sealed class ConfigurationPackage
{
    internal ConfigurationPackage()
    {
    }

    public ConfigurationPackageDescription Description { get; internal set; }

    public ConfigurationSettings Settings { get; internal set; }

    public string Path { get; internal set; }
}
