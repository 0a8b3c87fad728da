using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using SfPerf.Fabric.Abstractions.Tests.Api;

namespace SfPerf.Fabric.Abstractions.Tests.References;

/// <summary>A type of Service Fabric's API as it is listed, without what exists for .NET Framework only or is gone in
/// the newest packages.</summary>
/// <param name="Key">Its full name with the names of its type parameters.</param>
/// <param name="Attributes">The attributes that a compiler heeds.</param>
/// <param name="Shape">Its declaration.</param>
/// <param name="Members">The declarations of its members, with attributes.</param>
internal sealed partial record ListedType(
    string Key, string Attributes, TypeShape Shape, IReadOnlyList<ListedMember> Members)
{
    /// <summary>Gets the name without type parameters.</summary>
    internal string Name => Simple(Key[(Split(Key) + 1)..]);

    /// <summary>Gets the namespace, or the type that it is nested in; empty for neither.</summary>
    internal string Container => Key[..Math.Max(Split(Key), 0)];

    /// <summary>Gets the names of its type parameters.</summary>
    internal string[] Parameters => Arguments(Key);

    internal bool IsInterface => Has("interface");

    internal bool IsEnum => Has("enum");

    internal bool IsStruct => Has("struct");

    internal bool IsDelegate => Has("delegate");

    internal bool IsAbstract => Has("abstract");

    internal bool IsClass => Has("class");

    internal bool IsStatic => Has("static");

    /// <summary>Reads a listing.</summary>
    internal static IReadOnlyList<ListedType> Read(IEnumerable<string> lines)
    {
        var listed = lines.Select(l => Line().Match(l)).Where(m => m.Success && IsThere(m.Groups["tags"].Value))
            .ToLookup(m => m.Groups["key"].Value);
        return [.. listed.Select(Parse).OfType<ListedType>()];
    }

    /// <summary>Returns the type arguments of a type's name, or those of its parameters.</summary>
    internal static string[] Arguments(string type)
    {
        var open = type.IndexOf('<');
        return open < 0 ? [] : [.. TypeShape.Split(type[(open + 1)..^1])];
    }

    /// <summary>Returns a type's name without type arguments.</summary>
    internal static string Simple(string type) => type.IndexOf('<') is var open and >= 0 ? type[..open] : type;

    private static bool IsThere(string tags) => !tags.Contains("#netfx-only", StringComparison.Ordinal)
        && !tags.Contains("#gone-in", StringComparison.Ordinal);

    private static ListedType? Parse(IGrouping<string, Match> lines)
    {
        var type = lines.FirstOrDefault(l => l.Groups["type"].Success);
        return type is null ? null : new(lines.Key, Heeded(type), TypeShape.Parse(type.Groups["text"].Value),
            [.. lines.Where(l => !l.Groups["type"].Success)
                .Select(l => new ListedMember(Heeded(l), l.Groups["text"].Value)).Distinct()]);
    }

    private static string Heeded(Match line) => string.Concat(line.Groups["attribute"].Captures
        .Select(c => c.Value.Trim()).Where(a => a.StartsWith("[Obsolete", StringComparison.Ordinal)
            || a.StartsWith("[AttributeUsage", StringComparison.Ordinal)
            || a.StartsWith("[Flags", StringComparison.Ordinal)));

    // The last dot outside of type arguments.
    private static int Split(string key) => Simple(key).LastIndexOf('.');

    private bool Has(string word) => $" {Shape.Head} ".Contains($" {word} ", StringComparison.Ordinal);

    [GeneratedRegex(@"^(?<key>[^|#][^|]*?) \| (?<type>\(type\) )?(?<attribute>\[([^\[\]""]|""[^""]*""|\[\])*\]\s*)*"
        + @"(?<text>[^\[].*?)(?<tags>(\s+#[a-z][\w.-]*)*)\s*$")]
    private static partial Regex Line();
}

/// <summary>A member as it is listed.</summary>
/// <param name="Attributes">The attributes that a compiler heeds.</param>
/// <param name="Text">Its declaration.</param>
internal sealed record ListedMember(string Attributes, string Text)
{
    internal bool IsEvent => $" {Text}".Contains(" event ", StringComparison.Ordinal);

    internal bool IsProperty => Text.EndsWith('}');

    internal bool IsAbstract => Text.Contains("abstract ", StringComparison.Ordinal);

    internal bool IsMethod => !IsProperty && Text.Contains('(') && !IsField;

    private bool IsField => Text.IndexOf('=') is var equals and >= 0
        && (Text.IndexOf('(') is var open) && (open < 0 || equals < open)
        && !Text.Contains(" operator ", StringComparison.Ordinal);
}
