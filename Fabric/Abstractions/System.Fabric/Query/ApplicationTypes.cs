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

    /// <summary>Gets the name of the type.</summary>
    public string ApplicationTypeName { get; internal init; }

    /// <summary>Gets the version of the type.</summary>
    public string ApplicationTypeVersion { get; internal init; }

    /// <summary>Gets the parameters that the type declares, with their defaults.</summary>
    public ApplicationParameterList DefaultParameters { get; internal init; }
}

/// <summary>A list of application types, each version by itself.</summary>
public sealed class ApplicationTypeList : IEnumerable<ApplicationType>
{
    private readonly ApplicationType[] _types;

    internal ApplicationTypeList(ApplicationType[] types) => _types = types;

    /// <summary>Gets the number of types.</summary>
    public int Count => _types.Length;

    /// <summary>Gets or sets the type at a position.</summary>
    /// <param name="index">The position, from 0.</param>
    public ApplicationType this[int index]
    {
        get => _types[index];
        set => _types[index] = value;
    }

    /// <summary>Enumerates the types.</summary>
    /// <returns>A new enumerator.</returns>
    public IEnumerator<ApplicationType> GetEnumerator() => ((IEnumerable<ApplicationType>)_types).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
