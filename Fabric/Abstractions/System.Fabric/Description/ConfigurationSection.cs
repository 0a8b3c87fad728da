#nullable disable

using System.Collections.ObjectModel;

namespace System.Fabric.Description;

public sealed class ConfigurationSection
{
    internal ConfigurationSection()
    {
    }

    public string Name { get; internal set; }

    public KeyedCollection<string, ConfigurationProperty> Parameters { get; } = new PropertyCollection();

    private sealed class PropertyCollection : KeyedCollection<string, ConfigurationProperty>
    {
        protected override string GetKeyForItem(ConfigurationProperty item) => item.Name;
    }
}
