#nullable disable

using System.Collections.ObjectModel;

namespace System.Fabric.Description;

/// <summary>The parameters of an application by name.</summary>
public sealed class ApplicationParameterList : KeyedCollection<string, ApplicationParameter>
{
    public ApplicationParameterList()
    {
    }

    protected override string GetKeyForItem(ApplicationParameter item) => item.Name;
}

public sealed class ApplicationParameter
{
    public ApplicationParameter()
    {
    }

    public string Name { get; set; }

    public string Value { get; set; }
}
