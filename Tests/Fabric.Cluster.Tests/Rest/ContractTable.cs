using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Xml;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>The names and types that Service Fabric's clients read and its clusters write; how the file is read is
/// said at its begin.</summary>
internal sealed class ContractTable
{
    private readonly Dictionary<string, Shape> _shapes = [];

    private readonly HashSet<string> _exempt;

    private ContractTable(IEnumerable<string> exempt) => _exempt = [.. exempt];

    /// <summary>Gets the number of properties that were compared.</summary>
    internal int Compared { get; private set; }

    /// <param name="exempt">Properties, each after its shape, that may be missing though every recorded answer has
    /// them.</param>
    internal static ContractTable Read(params string[] exempt) => Parse(
        File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "Rest", "contract.txt")), exempt);

    internal static ContractTable Parse(IEnumerable<string> lines, params string[] exempt)
    {
        var table = new ContractTable(exempt);
        Shape? shape = null;
        foreach (var line in lines.Where(l => l.Length > 0 && l[0] != '#'))
        {
            var words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (line[0] != ' ')
            {
                shape = new(words.Length > 2 ? words[2] : null);
                table._shapes.Add(words[0], shape);
                words = words.Length > 2 ? words[3..] : [];
            }
            foreach (var word in words)
                Add(shape!, word);
        }
        return table;
    }

    /// <summary>Says how an answer differs from a shape: a property that is unknown or of another type, and one that
    /// is missing though every recorded answer has it.</summary>
    /// <param name="where">Begins each sentence.</param>
    /// <param name="answer">The answer.</param>
    /// <param name="type">A type of the table.</param>
    internal IEnumerable<string> Differences(string where, JsonNode? answer, string type)
    {
        if (type[0] == '[')
        {
            return answer is not JsonArray list ? [$"{where} is {KindOf(answer)}, not a list"]
                : list.SelectMany(i => Differences(where + "[]", i, type[1..^1])).Distinct();
        }
        if (type[0] == '{')
        {
            return answer is not JsonObject map ? [$"{where} is {KindOf(answer)}, not a map"]
                : map.SelectMany(p => Differences(where + "{}", p.Value, type[1..^1])).Distinct();
        }
        if (_shapes.ContainsKey(type))
        {
            return answer is JsonObject all ? DifferencesOf(where, all, type)
                : [$"{where} is {KindOf(answer)}, not {type}"];
        }
        Compared++;
        return Fits(answer, type) ? [] : [$"{where} is {answer?.ToJsonString() ?? "null"}, not of type {type}"];
    }

    private IEnumerable<string> DifferencesOf(string where, JsonObject answer, string name)
    {
        var shape = _shapes[name];
        if (shape.By is { } by)
        {
            var kind = (string?)answer[by];
            if (kind is null || !shape.Kinds.TryGetValue(kind, out var of))
                return [$"{where}.{by} is '{kind}', none of {name}"];
            (shape, name) = (_shapes[of], of);
        }
        var missing = shape.Always.Where(p => !answer.ContainsKey(p) && !_exempt.Contains($"{name}.{p}"))
            .Select(p => $"{where}.{p} is missing in {name}");
        return answer.SelectMany(p =>
        {
            if (!shape.Properties.TryGetValue(p.Key, out var types))
                return [$"{where}.{p.Key} is unknown in {name}"];
            var found = types.Select(t => Differences($"{where}.{p.Key}", p.Value, t).ToArray()).MinBy(d => d.Length);
            return found!;
        }).Concat(missing);
    }

    private static void Add(Shape shape, string word)
    {
        if (word.Split('=') is [var kind, var of])
        {
            shape.Kinds.Add(kind, of);
            return;
        }
        var always = word[0] == '!';
        var colon = word.IndexOf(':', StringComparison.Ordinal);
        var name = word[(always ? 1 : 0)..colon];
        shape.Properties.Add(name, word[(colon + 1)..].Split('|'));
        if (always)
            shape.Always.Add(name);
    }

    private static bool Fits(JsonNode? value, string type) => type switch
    {
        "o" => value is JsonObject,
        "s" => KindOf(value) == JsonValueKind.String,
        "i" => KindOf(value) == JsonValueKind.Number,
        "b" => KindOf(value) is JsonValueKind.True or JsonValueKind.False,
        "t" => KindOf(value) == JsonValueKind.String && DateTimeOffset.TryParseExact((string)value!,
            "yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out _),
        "d" => KindOf(value) == JsonValueKind.String && IsDuration((string)value!),
        _ => throw new ArgumentException($"'{type}' is no type of the table.", nameof(type)),
    };

    private static bool IsDuration(string text)
    {
        try
        {
            _ = XmlConvert.ToTimeSpan(text);
            return true;
        }
        catch (FormatException)
        {
            return false;
        }
    }

    private static JsonValueKind KindOf(JsonNode? node) => node?.GetValueKind() ?? JsonValueKind.Null;

    private sealed record Shape(string? By)
    {
        internal Dictionary<string, string> Kinds { get; } = [];

        internal Dictionary<string, string[]> Properties { get; } = [];

        internal HashSet<string> Always { get; } = [];
    }
}
