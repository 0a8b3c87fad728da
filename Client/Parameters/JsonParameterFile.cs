using System;
using System.Buffers;
using System.Collections.Generic;
using System.Text;
using System.Text.Json;
using System.Text.Unicode;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Parameters;

/// <summary>Reads the JSON form: one object; comments and trailing commas are allowed.</summary>
internal ref struct JsonParameterFile
{
    private static readonly JsonReaderOptions Options = new()
    {
        CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true, MaxDepth = 16,
    };

    private readonly string _path;
    private readonly ReadOnlySpan<byte> _bytes;
    private readonly List<RawParameter> _values;
    private readonly List<ParameterProblem> _problems;
    private readonly Dictionary<string, int> _lines = [];
    private Utf8JsonReader _reader;

    private JsonParameterFile(
        string path, ReadOnlySpan<byte> bytes, List<RawParameter> values, List<ParameterProblem> problems)
    {
        _path = path;
        _bytes = bytes;
        _values = values;
        _problems = problems;
        _reader = new Utf8JsonReader(bytes, Options);
    }

    public static void Read(
        string path, ReadOnlySpan<byte> bytes, List<RawParameter> values, List<ParameterProblem> problems)
    {
        if (bytes is [0xEF, 0xBB, 0xBF, ..])
            bytes = bytes[3..];
        var file = new JsonParameterFile(path, bytes, values, problems);
        if (bytes is [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..] || bytes.Contains((byte)0))
        {
            problems.Add(new ParameterProblem(null, null, new ParameterOrigin(OriginKind.File, path),
                "the file is UTF-16 or no text; save it as UTF-8."));
            return;
        }

        if (IndexOfNoText(bytes) is >= 0 and var bad)
        {
            problems.Add(new ParameterProblem(null, null, file.At(bad),
                $"not valid JSON: the byte 0x{bytes[bad]:X2} is no UTF-8. Save the file as UTF-8."));
            return;
        }

        try
        {
            file.ReadAll();
        }
        catch (InvalidOperationException)
        {
            values.Clear();
            problems.Add(new ParameterProblem(null, null, file.Here(),
                "not valid JSON: an escape such as \\uD800 is half a character."));
        }
        catch (JsonException e)
        {
            // The parameters after the error are not reported as missing, because nothing of the file counts.
            values.Clear();
            var origin = new ParameterOrigin(
                OriginKind.File, path, (int)(e.LineNumber ?? 0) + 1, (int)(e.BytePositionInLine ?? 0) + 1);
            var at = file.IndexOf(e);
            problems.Add(new ParameterProblem(null, null, origin, bytes.TrimStart(" \t\r\n"u8).IsEmpty
                ? "the file is empty; a parameter file is one JSON object: { … }."
                : "not valid JSON: " + (bytes[at..].TrimEnd(" \t\r\n"u8).IsEmpty
                    ? "the file ends within it: a bracket or a quotation mark is not closed." : Shorten(e.Message))));
        }
    }

    private void ReadAll()
    {
        if (!_reader.Read() || _reader.TokenType != JsonTokenType.StartObject)
        {
            _problems.Add(new ParameterProblem(null, null, Here(), "a parameter file is one JSON object: { … }."));
            return;
        }

        ReadMembers("");
        // A second value after the object is an error that the reader finds.
        _reader.Read();
    }

    private void ReadMembers(string prefix)
    {
        while (_reader.Read() && _reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = prefix + _reader.GetString();
            var origin = Here();
            var first = _lines.TryAdd(name, origin.Line) ? 0 : _lines[name];
            _reader.Read();
            if (name == "$schema")
                _reader.Skip();
            else if (ParameterCatalogue.IsObject(name) && _reader.TokenType == JsonTokenType.StartObject)
                ReadMembers(name + ".");
            else if (first > 0)
                Add(ParameterProblem.Of(Value(name, origin), $"set twice; first on line {first}."));
            else
                _values.Add(Value(name, origin));
        }
    }

    private readonly void Add(ParameterProblem problem) => _problems.Add(problem);

    private RawParameter Value(string name, ParameterOrigin origin)
    {
        var kind = _reader.TokenType switch
        {
            JsonTokenType.String => JsonValueKind.String,
            JsonTokenType.Number => JsonValueKind.Number,
            JsonTokenType.True => JsonValueKind.True,
            JsonTokenType.False => JsonValueKind.False,
            JsonTokenType.Null => JsonValueKind.Null,
            JsonTokenType.StartArray => JsonValueKind.Array,
            _ => JsonValueKind.Object,
        };
        var start = (int)_reader.TokenStartIndex;
        var text = kind == JsonValueKind.String ? _reader.GetString()! : null;
        var elements = kind == JsonValueKind.Array ? Elements(name) : null;
        if (kind == JsonValueKind.Object)
            _reader.Skip();
        text ??= Encoding.UTF8.GetString(_bytes[start..(int)_reader.BytesConsumed]);
        return new RawParameter(name, text, kind, origin) { Elements = elements };
    }

    private List<RawParameter> Elements(string name)
    {
        var elements = new List<RawParameter>();
        while (_reader.Read() && _reader.TokenType != JsonTokenType.EndArray)
            elements.Add(Value(name, Here()));
        return elements;
    }

    private static int IndexOfNoText(ReadOnlySpan<byte> bytes)
    {
        if (Utf8.IsValid(bytes))
            return -1;
        var index = 0;
        while (Rune.DecodeFromUtf8(bytes[index..], out _, out var length) == OperationStatus.Done)
            index += length;
        return index;
    }

    private readonly int IndexOf(JsonException error)
    {
        var index = 0;
        for (var line = error.LineNumber ?? 0; line > 0; line--)
            index += _bytes[index..].IndexOf((byte)'\n') + 1;
        return Math.Min(_bytes.Length, index + (int)(error.BytePositionInLine ?? 0));
    }

    private readonly ParameterOrigin Here() => At((int)_reader.TokenStartIndex);

    private readonly ParameterOrigin At(int index)
    {
        var before = _bytes[..index];
        return new ParameterOrigin(OriginKind.File, _path, before.Count((byte)'\n') + 1,
            before.Length - before.LastIndexOf((byte)'\n'));
    }

    // The serializer's message ends with the place, which we give as file and line.
    private static string Shorten(string message)
    {
        var place = message.IndexOf(" LineNumber:", StringComparison.Ordinal);
        return place < 0 ? message : message[..place];
    }
}
