using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Parameters;

/// <summary>Writes a catalogue as the JSON Schema that editors complete and check parameter files with.</summary>
internal static class ParameterSchema
{
    private const string Dialect = "https://json-schema.org/draft/2020-12/schema";

    private static readonly JsonSerializerOptions Format = new()
    {
        WriteIndented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Returns the schema's text, with a line's end.</summary>
    public static string Of(ParameterCatalogue catalogue)
    {
        var properties = new JsonObject { ["$schema"] = new JsonObject { ["type"] = "string" } };
        foreach (var definition in catalogue.All)
            properties.Add(definition.Name, Property(definition));
        if (catalogue.HasObjects)
        {
            properties.Add(ParameterCatalogue.ApplicationParameters, ApplicationParameters());
            properties.Add(ParameterCatalogue.Axes, Axes(catalogue));
        }

        var schema = new JsonObject
        {
            ["$schema"] = Dialect, ["title"] = catalogue.Title, ["description"] = catalogue.About, ["type"] = "object",
            ["properties"] = properties,
            ["required"] = Texts(catalogue.All.Where(d => d is { Default: null, Unless: null }).Select(d => d.Name)),
            ["additionalProperties"] = false,
        };
        var unless = catalogue.All.Where(d => d.Unless is not null).GroupBy(d => d.Unless!).ToList();
        if (unless.Count > 0)
            schema["allOf"] = new JsonArray([.. unless.Select(g => Either(g.Key, g.Select(d => d.Name)))]);
        return schema.ToJsonString(Format) + "\n";
    }

    private static JsonObject Property(ParameterDefinition definition)
    {
        var property = Type(definition);
        if (definition.Default is { } value)
        {
            property["default"] = definition.Kind == ParameterKind.List
                ? new JsonArray([.. Parts(value).Select(p => Value(definition.Element!, p))])
                : Value(definition, value);
        }

        property["description"] = definition.Meaning;
        return property;
    }

    private static JsonObject Type(ParameterDefinition definition) => definition.Kind switch
    {
        ParameterKind.Integer when definition.Unit is { } unit => new JsonObject
        {
            ["type"] = Texts(["integer", "string"]), ["minimum"] = definition.Minimum, ["maximum"] = definition.Maximum,
            ["pattern"] = unit.Pattern,
        },
        ParameterKind.Integer => new JsonObject
        {
            ["type"] = "integer", ["minimum"] = definition.Minimum, ["maximum"] = definition.Maximum,
        },
        ParameterKind.Number => new JsonObject
        {
            ["type"] = "number", ["minimum"] = definition.Minimum, ["maximum"] = definition.Maximum,
        },
        ParameterKind.Boolean => new JsonObject { ["type"] = "boolean" },
        ParameterKind.Choice => new JsonObject { ["enum"] = Texts(definition.Choices) },
        ParameterKind.List => new JsonObject
        {
            ["type"] = "array", ["items"] = Type(definition.Element!), ["minItems"] = definition.MayBeEmpty ? 0 : 1,
        },
        _ when definition.Form is { } form => new JsonObject { ["type"] = "string", ["pattern"] = form.Pattern },
        _ => new JsonObject { ["type"] = "string" },
    };

    private static JsonValue Value(ParameterDefinition definition, string text) => definition.Kind switch
    {
        ParameterKind.Integer => JsonValue.Create(long.Parse(text, CultureInfo.InvariantCulture)),
        ParameterKind.Number => JsonValue.Create(double.Parse(text, CultureInfo.InvariantCulture)),
        ParameterKind.Boolean => JsonValue.Create(bool.Parse(text)),
        _ => JsonValue.Create(text)!,
    };

    private static JsonObject Either(string one, IEnumerable<string> others) => new()
    {
        ["anyOf"] = new JsonArray(
            new JsonObject { ["required"] = Texts(others) }, new JsonObject { ["required"] = Texts([one]) }),
    };

    private static JsonObject ApplicationParameters() => new()
    {
        ["type"] = "object",
        ["description"] = "Parameters of the application manifest; they win over the profile's.",
        ["additionalProperties"] = new JsonObject { ["type"] = Texts(["string", "number", "boolean"]) },
    };

    private static JsonObject Axes(ParameterCatalogue catalogue) => new()
    {
        ["type"] = "object",
        ["description"] = $"Parameters that sfperf sweep varies, each with its values: a list, {AxisValues.Forms}.",
        ["properties"] = new JsonObject(catalogue.Axial.Select(d => KeyValuePair.Create(d.Name, (JsonNode?)Axis(d)))),
        ["additionalProperties"] = false,
    };

    private static JsonObject Axis(ParameterDefinition definition) => new()
    {
        ["anyOf"] = new JsonArray(
            new JsonObject { ["type"] = "array", ["items"] = Type(definition), ["minItems"] = 1 },
            new JsonObject { ["type"] = "string", ["pattern"] = AxisValues.Pattern }),
    };

    private static JsonArray Texts(IEnumerable<string> texts) => new([.. texts.Select(t => JsonValue.Create(t)!)]);

    private static string[] Parts(string list) => list.Length == 0 ? [] : list.Split(RawParameter.ListSeparator);
}
