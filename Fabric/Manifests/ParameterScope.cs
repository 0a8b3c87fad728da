using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.Platform;

namespace SfPerf.Fabric.Manifests;

/// <summary>The values of an application's parameters; replaces <c>[Name]</c> in attribute values.</summary>
internal sealed class ParameterScope(IReadOnlyDictionary<string, string> values)
{
    internal static readonly ParameterScope None = new(new Dictionary<string, string>());

    internal IReadOnlyDictionary<string, string> Values { get; } = values;

    /// <summary>Replaces a value that is a whole parameter reference, as Service Fabric does; others stay.</summary>
    internal string Resolve(string raw, ManifestElement place, string attribute)
    {
        var text = raw.Trim();
        if (Values.Count == 0 || text.Length < 3 || text[0] != '[' || text[^1] != ']')
            return raw;
        var name = text[1..^1];
        if (Values.TryGetValue(name, out var value))
            return value;
        throw place.Wrong($"Attribute '{attribute}' refers to the application parameter '{name}', which Parameters "
            + $"does "
            + $"not declare. {Suggestion.For(name, Values.Keys.Order(StringComparer.Ordinal).ToArray())}");
    }
}

/// <summary>A value with the place it was set, or no place if on the command line.</summary>
internal sealed record ParameterValue(string Name, string Value, ManifestElement? Place);
