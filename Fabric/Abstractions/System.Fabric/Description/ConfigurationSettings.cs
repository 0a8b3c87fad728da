#nullable disable

using System.Collections.ObjectModel;

namespace System.Fabric.Description;

public sealed class ConfigurationSettings
{
    internal ConfigurationSettings()
    {
    }

    public KeyedCollection<string, ConfigurationSection> Sections { get; internal set; } = new SectionCollection();

    private sealed class SectionCollection : KeyedCollection<string, ConfigurationSection>
    {
        protected override string GetKeyForItem(ConfigurationSection item) => item.Name;
    }
}

public sealed class ConfigurationSection
{
    internal ConfigurationSection()
    {
    }

    public string Name { get; internal set; }

    public KeyedCollection<string, ConfigurationProperty> Parameters { get; internal set; } = new PropertyCollection();

    private sealed class PropertyCollection : KeyedCollection<string, ConfigurationProperty>
    {
        protected override string GetKeyForItem(ConfigurationProperty item) => item.Name;
    }
}

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
