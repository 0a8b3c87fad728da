#nullable disable

using System.Collections.ObjectModel;

namespace System.Fabric.Description;

/// <summary>The parameters of an application by name.</summary>
public sealed class ApplicationParameterList : KeyedCollection<string, ApplicationParameter>
{
    /// <summary>Initializes an empty list.</summary>
    public ApplicationParameterList()
    {
    }

    /// <inheritdoc/>
    protected override string GetKeyForItem(ApplicationParameter item) => item.Name;
}

/// <summary>A parameter of an application.</summary>
public sealed class ApplicationParameter
{
    /// <summary>Initializes a parameter without name and value.</summary>
    public ApplicationParameter()
    {
    }

    /// <summary>Gets or sets the name. It must not change once the parameter is in a list.</summary>
    public string Name { get; set; }

    /// <summary>Gets or sets the value.</summary>
    public string Value { get; set; }
}
