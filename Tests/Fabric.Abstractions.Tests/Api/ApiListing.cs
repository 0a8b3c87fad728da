using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;

namespace SfPerf.Fabric.Abstractions.Tests.Api;

/// <summary>The public API of Service Fabric as listed in the text files beside this one: `TYPE | member`, one a line.
/// </summary>
internal static partial class ApiListing
{
    // What is said about the listings, and is not one of them.
    private static readonly string[] OfOurs = ["Required.txt", "Absent.txt", "Differs.txt"];

    internal static IReadOnlySet<string> Published { get; } = Read(n => !OfOurs.Contains(n));

    internal static IReadOnlySet<string> Required { get; } = Read(n => n == "Required.txt");

    /// <summary>Gets the members of ours that are written otherwise than Service Fabric's.</summary>
    internal static IReadOnlySet<string> Differing { get; } = Read(n => n == "Differs.txt");

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
