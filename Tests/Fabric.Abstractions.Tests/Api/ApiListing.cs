using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;

namespace SfPerf.Fabric.Abstractions.Tests.Api;

/// <summary>The genuine API as listed in the text files beside this one: `TYPE | member`, one a line.</summary>
internal static partial class ApiListing
{
    internal static IReadOnlySet<string> Genuine { get; } = Read(n => n is not ("Required.txt" or "Absent.txt"));

    internal static IReadOnlySet<string> Required { get; } = Read(n => n == "Required.txt");

    /// <summary>Gets what we do not have: `TYPE | (type)` for a type with all its members, else a member.</summary>
    internal static IReadOnlySet<string> Absent { get; } = Read(n => n == "Absent.txt");

    /// <summary>Returns the lines of a listing as they are.</summary>
    /// <param name="name">Its file without the ending.</param>
    internal static IEnumerable<string> Lines(string name) =>
        Lines(Assembly.GetExecutingAssembly().GetManifestResourceStream(name + ".txt")
            ?? throw new ArgumentException($"There is no listing {name}.", nameof(name)));

    private static HashSet<string> Read(Func<string, bool> wanted)
    {
        var assembly = Assembly.GetExecutingAssembly();
        return assembly.GetManifestResourceNames()
            .Where(n => n.EndsWith(".txt", StringComparison.Ordinal) && wanted(n))
            .SelectMany(n => Lines(assembly.GetManifestResourceStream(n)!))
            .Where(l => l.Length > 0 && l[0] != '#').Select(Plain).ToHashSet();
    }

    private static IEnumerable<string> Lines(Stream stream)
    {
        using var reader = new StreamReader(stream);
        while (reader.ReadLine() is { } line)
            yield return line;
    }

    // Attributes and the tags at the end take no part in the comparison.
    private static string Plain(string line) =>
        Attributes().Replace(Tags().Replace(line, ""), m => "| " + m.Groups["type"].Value, 1);

    [GeneratedRegex(@"\s+#[a-z].*$")]
    private static partial Regex Tags();

    [GeneratedRegex(@"\| (?<type>\(type\) )?(\[([^\[\]]|\[\])*\]\s*)+")]
    private static partial Regex Attributes();
}
