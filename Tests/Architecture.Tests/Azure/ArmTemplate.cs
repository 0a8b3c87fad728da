using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace SfPerf.Architecture.Tests.Azure;

/// <summary>A template of Azure with its parameters file, and what Azure would refuse in them.</summary>
/// <remarks>The form of both files is that of schemas/2019-04-01/deploymentTemplate.json and deploymentParameters.json
/// in the repository of <see cref="ServiceFabricResources"/>.</remarks>
internal sealed partial class ArmTemplate(JsonObject template, JsonObject values)
{
    private const string Schemas = "https://schema.management.azure.com/schemas/2019-04-01/";

    private static readonly string[] Sections =
        ["$schema", "contentVersion", "metadata", "parameters", "variables", "resources", "outputs"];

    private static readonly Dictionary<string, JsonValueKind[]> Kinds = new()
    {
        ["string"] = [JsonValueKind.String],
        ["securestring"] = [JsonValueKind.String],
        ["int"] = [JsonValueKind.Number],
        ["bool"] = [JsonValueKind.True, JsonValueKind.False],
        ["array"] = [JsonValueKind.Array],
        ["object"] = [JsonValueKind.Object],
        ["secureObject"] = [JsonValueKind.Object],
    };

    internal JsonObject Template => template;

    internal JsonObject Values => values;

    private JsonObject Parameters => template["parameters"] as JsonObject ?? [];

    private JsonObject Given => values["parameters"] as JsonObject ?? [];

    internal static ArmTemplate Read(string name)
    {
        var folder = Path.Combine(Repository.Root, "deploy", "azure");
        return new ArmTemplate(Parse($"{name}.json"), Parse($"{name}.parameters.json"));

        JsonObject Parse(string file) => JsonNode.Parse(File.ReadAllText(Path.Combine(folder, file)))!.AsObject();
    }

    internal string[] Problems() =>
    [
        .. Form(template, "deploymentTemplate.json#", Sections),
        .. Form(values, "deploymentParameters.json#", ["$schema", "contentVersion", "parameters"]),
        .. Declarations(), .. GivenValues(), .. References(), .. Resources(),
    ];

    /// <summary>Returns the value of a parameter: the file's, else its default.</summary>
    internal JsonNode? Value(string parameter) =>
        Given[parameter]?["value"] ?? Parameters[parameter]?["defaultValue"];

    internal JsonObject Resource(string type) =>
        template["resources"]!.AsArray().Single(r => (string?)r!["type"] == type)!.AsObject();

    private static IEnumerable<string> Form(JsonObject file, string schema, string[] sections)
    {
        if ((string?)file["$schema"] != Schemas + schema)
            yield return $"$schema is not {Schemas}{schema}.";
        if (!Version().IsMatch((string?)file["contentVersion"] ?? ""))
            yield return "contentVersion is not four numbers.";
        foreach (var section in file.Select(s => s.Key).Except(sections))
            yield return $"There is no section '{section}'. Allowed: {string.Join(", ", sections)}.";
    }

    private IEnumerable<string> Declarations()
    {
        foreach (var (name, declared) in Parameters)
        {
            var type = (string?)declared?["type"] ?? "";
            if (!Kinds.TryGetValue(type, out var kinds))
                yield return $"Parameter '{name}' has the type '{type}'. Allowed: {string.Join(", ", Kinds.Keys)}.";
            else if (declared!["defaultValue"] is { } value && !kinds.Contains(value.GetValueKind()))
                yield return $"The default of '{name}' is no {type}.";
            var secret = type.StartsWith("secure", StringComparison.Ordinal);
            if (secret && (declared!["defaultValue"] ?? Given[name]?["value"]) is not null)
                yield return $"'{name}' is a secret and stands in a file.";
            if (!secret && Value(name) is null && Given[name]?["reference"] is null)
                yield return $"'{name}' has neither a value nor a default.";
        }
    }

    private IEnumerable<string> GivenValues()
    {
        foreach (var (name, given) in Given)
        {
            if (Parameters[name] is not { } declared)
            {
                yield return $"The template has no parameter '{name}'.";
                continue;
            }

            if (given?["value"] is not { } value)
                continue;
            if (!Kinds.GetValueOrDefault((string?)declared["type"] ?? "", []).Contains(value.GetValueKind()))
                yield return $"The value of '{name}' is no {declared["type"]}.";
            else if (Limit(declared, value) is { } limit)
                yield return $"The value of '{name}' is {value.ToJsonString()}, {limit}.";
        }
    }

    private static string? Limit(JsonNode declared, JsonNode value)
    {
        if (declared["allowedValues"] is JsonArray allowed && !allowed.Any(a => JsonNode.DeepEquals(a, value)))
            return $"not one of {allowed.ToJsonString()}";
        var size = value.GetValueKind() switch
        {
            JsonValueKind.String => value.GetValue<string>().Length,
            JsonValueKind.Number => value.GetValue<int>(),
            _ => 0,
        };
        var least = (int?)(declared["minLength"] ?? declared["minValue"]) ?? int.MinValue;
        var most = (int?)(declared["maxLength"] ?? declared["maxValue"]) ?? int.MaxValue;
        return size < least || size > most ? $"whose size {size} is not within {least} to {most}" : null;
    }

    private IEnumerable<string> References()
    {
        var written = Texts(template).Select(ArmExpression.Of).OfType<ArmExpression>().ToArray();
        foreach (var expression in written.Where(e => !e.IsClosed))
            yield return $"[{expression.Text}] is not closed.";
        var variables = (template["variables"] as JsonObject ?? []).Select(v => v.Key).ToArray();
        var parameters = Parameters.Select(p => p.Key);
        foreach (var problem in Compare("parameter", parameters, written.SelectMany(e => e.Parameters))
            .Concat(Compare("variable", variables, written.SelectMany(e => e.Variables))))
        {
            yield return problem;
        }

        var types = template["resources"]!.AsArray().Select(r => (string?)r!["type"] ?? "").ToArray();
        foreach (var id in written.SelectMany(e => e.ResourceIds).Distinct().Except(types))
            yield return $"The template has no resource '{id}'.";
    }

    private static IEnumerable<string> Compare(string kind, IEnumerable<string> declared, IEnumerable<string> used)
    {
        var (all, named) = (declared.ToArray(), used.Distinct().ToArray());
        return named.Except(all).Select(n => $"The template has no {kind} '{n}'.")
            .Concat(all.Except(named).Select(n => $"The {kind} '{n}' is not used."));
    }

    private IReadOnlyList<string> Resources()
    {
        var check = new ArmValueCheck(template);
        foreach (var resource in template["resources"]!.AsArray())
        {
            var type = (string?)resource!["type"] ?? "";
            if (ServiceFabricResources.All.TryGetValue(type, out var shape))
            {
                check.Check(resource, shape, type);
            }
            else
            {
                check.Add($"'{type}' is no type of resource. Allowed: "
                + $"{string.Join(", ", ServiceFabricResources.All.Keys)}.");
            }
        }

        return check.Problems;
    }

    private static IEnumerable<string> Texts(JsonNode? node) => node switch
    {
        JsonObject o => o.SelectMany(p => Texts(p.Value)),
        JsonArray a => a.SelectMany(Texts),
        JsonValue v when v.GetValueKind() == JsonValueKind.String => [v.GetValue<string>()],
        _ => [],
    };

    [GeneratedRegex(@"^\d+\.\d+\.\d+\.\d+$")]
    private static partial Regex Version();
}
