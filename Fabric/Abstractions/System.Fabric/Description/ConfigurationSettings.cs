#nullable disable

using System.Collections.ObjectModel;

namespace System.Fabric.Description;

public sealed class ConfigurationSettings
{
    internal ConfigurationSettings()
    {
    }

    public KeyedCollection<string, ConfigurationSection> Sections { get; } = new SectionCollection();

    private sealed class SectionCollection : KeyedCollection<string, ConfigurationSection>
    {
        protected override string GetKeyForItem(ConfigurationSection item) => item.Name;
    }
}
