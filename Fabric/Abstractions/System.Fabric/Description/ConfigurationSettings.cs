#nullable disable

using System.Collections.ObjectModel;

namespace System.Fabric.Description;

/// <summary>The settings of a configuration package, with all overrides applied.</summary>
public sealed class ConfigurationSettings
{
    internal ConfigurationSettings()
    {
    }

    /// <summary>Gets the sections by name.</summary>
    public KeyedCollection<string, ConfigurationSection> Sections { get; internal set; } = new SectionCollection();

    private sealed class SectionCollection : KeyedCollection<string, ConfigurationSection>
    {
        protected override string GetKeyForItem(ConfigurationSection item) => item.Name;
    }
}

/// <summary>A section of <c>Settings.xml</c>.</summary>
public sealed class ConfigurationSection
{
    internal ConfigurationSection()
    {
    }

    /// <summary>Gets the name of the section.</summary>
    public string Name { get; internal set; }

    /// <summary>Gets the parameters by name.</summary>
    public KeyedCollection<string, ConfigurationProperty> Parameters { get; internal set; } = new PropertyCollection();

    private sealed class PropertyCollection : KeyedCollection<string, ConfigurationProperty>
    {
        protected override string GetKeyForItem(ConfigurationProperty item) => item.Name;
    }
}

/// <summary>A parameter of a section.</summary>
public sealed class ConfigurationProperty
{
    internal ConfigurationProperty()
    {
    }

    /// <summary>
    /// Gets whether the value is encrypted; always false, because the embedded runtime refuses a package with encrypted
    /// values.
    /// </summary>
    public bool IsEncrypted { get; internal set; }

    /// <summary>Gets whether <c>Settings.xml</c> demands that the application manifest overrides the value.</summary>
    public bool MustOverride { get; internal set; }

    /// <summary>Gets the name of the parameter.</summary>
    public string Name { get; internal set; }

    /// <summary>
    /// Gets the type of the value; always <c>PlainText</c>, the only one that the embedded runtime accepts.
    /// </summary>
    public string Type { get; internal set; }

    /// <summary>Gets the value, as overridden.</summary>
    public string Value { get; internal set; }
}
