using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;

namespace SfPerf.DevCluster.Rest;

/// <summary>The body of a request: an object, or nothing. Names are read without regard to case, and those that
/// nobody asks for are ignored, as Service Fabric's gateway does.</summary>
internal sealed class RestBody(JsonElement? root)
{
    private static readonly JsonDocumentOptions Options = new() { MaxDepth = 32, AllowDuplicateProperties = false };

    internal static async Task<RestBody> ReadAsync(RestCall call)
    {
        using var body = await RequestText.ReadAsync(call.Context).ConfigureAwait(false);
        if (body.Length == 0)
            return new(null);
        using var document = JsonDocument.Parse(body.GetBuffer().AsMemory(0, (int)body.Length), Options);
        return document.RootElement.ValueKind == JsonValueKind.Object ? new(document.RootElement.Clone())
            : throw RestRoutes.Invalid($"The body is {document.RootElement.ValueKind}. Allowed: an object.");
    }

    /// <summary>Gets whether there is no body.</summary>
    internal bool IsEmpty => root is null;

    /// <summary>Tells whether a property is given and not null.</summary>
    internal bool Has(string name) => Find(name) is { ValueKind: not JsonValueKind.Null };

    /// <summary>Gets a text, or a number as text; empty where it is not given.</summary>
    internal string Text(string name) => Find(name) switch
    {
        null or { ValueKind: JsonValueKind.Null } => "",
        { ValueKind: JsonValueKind.String } text => text.GetString()!,
        { ValueKind: JsonValueKind.Number } number => number.GetRawText(),
        var other => throw RestRoutes.Invalid($"{name} is {other.Value.ValueKind}. Allowed: a text."),
    };

    /// <summary>Gets a text that must be given.</summary>
    internal string Required(string name) => Text(name) is { Length: > 0 } text ? text
        : throw RestRoutes.Invalid($"{name} is missing.");

    /// <summary>Gets one of some names, in any case, or its number: a client may send either.</summary>
    /// <param name="name">The property, which must be given.</param>
    /// <param name="names">The names; the first one's number is 1.</param>
    internal string OneOf(string name, params string[] names)
    {
        var text = Required(name);
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number > 0 && number <= names.Length)
        {
            return names[number - 1];
        }
        return names.FirstOrDefault(n => n.Equals(text, StringComparison.OrdinalIgnoreCase))
            ?? throw RestRoutes.Invalid($"{name} is '{text}'. Allowed: "
                + $"{string.Join(", ", names.Select((n, i) => $"{n} ({i + 1})"))}.");
    }

    /// <summary>Gets a whole number; the other one where it is not given.</summary>
    internal int Number(string name, int otherwise)
    {
        var text = Text(name);
        if (text.Length == 0)
            return otherwise;
        return int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number
            : throw RestRoutes.Invalid($"{name} is '{text}'. Allowed: a whole number of 32 bits.");
    }

    internal bool Flag(string name) => Find(name) switch
    {
        { ValueKind: JsonValueKind.True } => true,
        { ValueKind: JsonValueKind.String } text => bool.TryParse(text.GetString(), out var flag) && flag,
        _ => false,
    };

    /// <summary>Gets the texts of an object by name; none where it is not given.</summary>
    internal Dictionary<string, string> Map(string name)
    {
        if (!Has(name))
            return [];
        var found = Find(name)!.Value;
        if (found.ValueKind != JsonValueKind.Object)
            throw RestRoutes.Invalid($"{name} is {found.ValueKind}. Allowed: an object.");
        return found.EnumerateObject().ToDictionary(p => p.Name, p => p.Value.ValueKind == JsonValueKind.String
            ? p.Value.GetString()!
            : throw RestRoutes.Invalid($"{p.Name} in {name} is {p.Value.ValueKind}. Allowed: a text."));
    }

    /// <summary>Gets an object; empty where it is not given.</summary>
    internal RestBody Object(string name) => Find(name) switch
    {
        null or { ValueKind: JsonValueKind.Null } => new(null),
        { ValueKind: JsonValueKind.Object } found => new(found),
        var other => throw RestRoutes.Invalid($"{name} is {other.Value.ValueKind}. Allowed: an object."),
    };

    /// <summary>Gets the objects of a list; none where it is not given.</summary>
    internal IEnumerable<RestBody> List(string name) => Items(name).Select(item =>
        item.ValueKind == JsonValueKind.Object ? new RestBody(item)
            : throw RestRoutes.Invalid($"An item of {name} is {item.ValueKind}. Allowed: an object."));

    /// <summary>Gets a list of texts; none where it is not given.</summary>
    internal IEnumerable<string> Texts(string name) => Items(name).Select(item =>
        item.ValueKind == JsonValueKind.String ? item.GetString()!
            : throw RestRoutes.Invalid($"An item of {name} is {item.ValueKind}. Allowed: a text."));

    /// <summary>Gets a list of bytes as numbers; none where it is not given.</summary>
    internal IEnumerable<byte> Bytes(string name) => Items(name).Select(item =>
        item.ValueKind == JsonValueKind.Number && item.TryGetByte(out var number) ? number
            : throw RestRoutes.Invalid($"An item of {name} is {item.GetRawText()}. Allowed: a number from 0 to 255."));

    /// <summary>Gets a list of Key and Value.</summary>
    internal Dictionary<string, string> Pairs(string name)
    {
        var pairs = new Dictionary<string, string>();
        foreach (var pair in List(name))
        {
            if (!pairs.TryAdd(pair.Required("Key"), pair.Text("Value")))
                throw RestRoutes.Invalid($"{name} has {pair.Text("Key")} twice.");
        }
        return pairs;
    }

    private IEnumerable<JsonElement> Items(string name) => Find(name) switch
    {
        null or { ValueKind: JsonValueKind.Null } => [],
        { ValueKind: JsonValueKind.Array } list => list.EnumerateArray(),
        var other => throw RestRoutes.Invalid($"{name} is {other.Value.ValueKind}. Allowed: a list."),
    };

    private JsonElement? Find(string name)
    {
        if (root is not { } element)
            return null;
        foreach (var property in element.EnumerateObject())
        {
            if (property.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
                return property.Value;
        }
        return null;
    }
}
