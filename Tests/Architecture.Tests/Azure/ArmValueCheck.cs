using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace SfPerf.Architecture.Tests.Azure;

/// <summary>Compares the values of a template with their types.</summary>
internal sealed class ArmValueCheck(JsonObject template)
{
    private static readonly string[] TextFunctions = ["concat", "string", "resourceId", "toLower", "uniqueString"];

    private readonly List<string> _problems = [];

    internal IReadOnlyList<string> Problems => _problems;

    internal void Add(string problem) => _problems.Add(problem);

    internal void Check(JsonNode? value, ArmType type, string path)
    {
        if (value?.GetValueKind() == JsonValueKind.String && ArmExpression.Of(value.GetValue<string>()) is { } written)
        {
            CheckExpression(written, type, path);
            return;
        }

        switch (type)
        {
            case ArmType.TextType when value?.GetValueKind() != JsonValueKind.String:
                Wrong(path, value, "a text");
                break;
            case ArmType.FlagType when value?.GetValueKind() is not (JsonValueKind.True or JsonValueKind.False):
                Wrong(path, value, "true or false");
                break;
            case ArmType.NumberType number when !Fits(value, number):
                Wrong(path, value, $"a whole number from {number.Least} to {number.Most}");
                break;
            case ArmType.ChoiceType choice when value?.GetValueKind() != JsonValueKind.String
                || !choice.Values.Contains(value.GetValue<string>()):
                Wrong(path, value, string.Join(", ", choice.Values));
                break;
            case ArmType.ListType list:
                CheckList(value, list, path);
                break;
            case ArmType.MapType map:
                foreach (var (name, item) in Fields(value))
                    Check(item, map.Value, $"{path}.{name}");
                break;
            case ArmType.ObjectType fields:
                CheckObject(value, fields, path);
                break;
        }
    }

    private static bool Fits(JsonNode? value, ArmType.NumberType number) =>
        value?.GetValueKind() == JsonValueKind.Number && value.AsValue().TryGetValue<int>(out var i)
        && i >= number.Least && i <= number.Most;

    private void CheckList(JsonNode? value, ArmType.ListType list, string path)
    {
        if (value is not JsonArray items)
        {
            Wrong(path, value, "a list");
            return;
        }

        for (var i = 0; i < items.Count; i++)
            Check(items[i], list.Item, $"{path}[{i}]");
    }

    private void CheckObject(JsonNode? value, ArmType.ObjectType type, string path)
    {
        if (value is not JsonObject)
            Wrong(path, value, "an object");
        var given = Fields(value).ToDictionary(f => f.Key, f => f.Value);
        foreach (var name in type.Required.Where(r => !given.ContainsKey(r)))
            _problems.Add($"{path}: '{name}' is missing.");
        foreach (var (name, item) in given)
        {
            if (type.Fields.TryGetValue(name, out var field))
                Check(item, field, $"{path}.{name}");
            else
                _problems.Add($"{path}: there is no '{name}'. Allowed: {string.Join(", ", type.Fields.Keys)}.");
        }
    }

    private static JsonObject Fields(JsonNode? value) =>
        value as JsonObject ?? new JsonObject();

    // Of an expression only the type is known before Azure evaluates it.
    private void CheckExpression(ArmExpression written, ArmType type, string path)
    {
        switch (written.Function)
        {
            case "parameters":
                var name = written.Parameters.FirstOrDefault() ?? "";
                var declared = (string?)template["parameters"]?[name]?["type"];
                if (declared is not null && !Suits(type, declared))
                    _problems.Add($"{path}: parameter '{name}' is a {declared}. Allowed: {Describe(type)}.");
                break;
            // Which of the variables it becomes is decided later: each of them has to be right.
            case "variables" or "if":
                foreach (var variable in written.Variables)
                {
                    if (template["variables"]?[variable] is { } value)
                        Check(value, type, $"variables.{variable}");
                }

                break;
            case var function when TextFunctions.Contains(function) && !Suits(type, "string"):
                _problems.Add($"{path}: {function}() makes a text. Allowed: {Describe(type)}.");
                break;
        }
    }

    private static bool Suits(ArmType type, string declared) => declared switch
    {
        "string" or "securestring" => type is ArmType.TextType or ArmType.ChoiceType,
        "int" => type is ArmType.NumberType,
        "bool" => type is ArmType.FlagType,
        "array" => type is ArmType.ListType,
        _ => type is ArmType.ObjectType or ArmType.MapType,
    };

    private static string Describe(ArmType type) => type switch
    {
        ArmType.NumberType => "int",
        ArmType.FlagType => "bool",
        ArmType.ListType => "array",
        ArmType.TextType or ArmType.ChoiceType => "string",
        _ => "object",
    };

    private void Wrong(string path, JsonNode? value, string allowed) =>
        _problems.Add($"{path} is {value?.ToJsonString() ?? "null"}. Allowed: {allowed}.");
}
