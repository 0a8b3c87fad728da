#nullable disable

using System.Collections;
using System.Collections.Generic;
using System.Fabric.Description;

namespace System.Fabric.Query;

/// <summary>A provisioned application package.</summary>
public sealed class ApplicationType
{
    internal ApplicationType()
    {
    }

    public string ApplicationTypeName { get; internal init; }

    public string ApplicationTypeVersion { get; internal init; }

    public ApplicationParameterList DefaultParameters { get; internal init; }
}

public sealed class ApplicationTypeList : IEnumerable<ApplicationType>
{
    private readonly ApplicationType[] _types;

    internal ApplicationTypeList(ApplicationType[] types) => _types = types;

    public int Count => _types.Length;

    public ApplicationType this[int index]
    {
        get => _types[index];
        set => _types[index] = value;
    }

    public IEnumerator<ApplicationType> GetEnumerator() => ((IEnumerable<ApplicationType>)_types).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
