using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace SfPerf.Client.Packages;

/// <summary>Says which of Service Fabric's packages a build could not have, and from where.</summary>
internal static partial class MissingPackages
{
    /// <summary>Returns a sentence; null where the output tells of no missing package of Service Fabric's.</summary>
    /// <param name="output">What the build printed, in English.</param>
    internal static string? In(string output)
    {
        var lines = output.Split('\n').Where(l => ErrorOfNuGet().IsMatch(l) || Found().IsMatch(l)).ToArray();
        var packages = Sorted(lines.SelectMany(l => Package().Matches(l)).Select(m => m.Value.TrimEnd('.')));
        if (packages.Length == 0)
            return null;
        var sources = Sorted(lines.SelectMany(SourcesIn));
        return $"Service Fabric's packages {string.Join(", ", packages)} cannot be had from "
            + $"{(sources.Length == 0 ? "the sources of packages" : string.Join(", ", sources))}. Make a source that "
            + "has them known to NuGet (dotnet nuget add source), or give --sdk-references DIR with their assemblies.";
    }

    private static IEnumerable<string> SourcesIn(string line) =>
        (Listed().Match(line) is { Success: true } listed ? listed.Groups[1].Value.Split(',')
            : Found().Match(line) is { Success: true } found ? [found.Groups[1].Value]
            : Unreachable().Match(line) is { Success: true } address ? [address.Groups[1].Value] : [])
        .Select(s => s.Trim().TrimEnd('.'));

    private static string[] Sorted(IEnumerable<string> texts) =>
        [.. texts.Where(t => t.Length > 0).Distinct().Order(StringComparer.Ordinal)];

    // No package, no such version, no source that answers.
    [GeneratedRegex(@"error NU(1100|1101|1102|1103|1301)\b")]
    private static partial Regex ErrorOfNuGet();

    [GeneratedRegex(@"Microsoft\.ServiceFabric(\.\w+)*")]
    private static partial Regex Package();

    [GeneratedRegex(@"in source\(s\): ([^\[]+?)\s*(\[|$)")]
    private static partial Regex Listed();

    [GeneratedRegex(@"- Found \d+ version\(s\) in (\S+)")]
    private static partial Regex Found();

    [GeneratedRegex(@"(https?://[^\s'""\]]+)")]
    private static partial Regex Unreachable();
}
