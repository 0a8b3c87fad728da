#nullable disable

namespace System.Fabric.Description;

public sealed class ConfigurationProperty
{
    internal ConfigurationProperty()
    {
    }

    public bool IsEncrypted { get; internal set; }

    public bool MustOverride { get; internal set; }

    public string Name { get; internal set; }

    public string Type { get; internal set; }

    public string Value { get; internal set; }
}
