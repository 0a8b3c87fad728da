using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace SfPerf.Architecture.Tests;

/// <summary>An event is found by its number in the documents, and no other one has it.</summary>
public sealed partial class LogTests
{
    [Fact]
    public void Every_event_has_a_number_of_its_own()
    {
        var twice = Events().GroupBy(e => e.Id).Where(g => g.Count() > 1).SelectMany(g => g);
        Assert.Empty(twice);
    }

    [Fact]
    public void The_document_lists_every_event_with_its_level_and_its_sentence()
    {
        var rows = File.ReadLines(Path.Combine(Repository.Root, "docs", "reference", "logs.md"))
            .Select(l => Row().Match(l)).Where(m => m.Success)
            .Select(m => new Event(m.Groups[1].Value, m.Groups[2].Value, m.Groups[3].Value, m.Groups[4].Value));
        Assert.Equal(Events().OrderBy(e => e.Id), rows);
    }

    private static IEnumerable<Event> Events() =>
        from file in Repository.Files("*.cs")
        where !Repository.Relative(file).StartsWith("Tests/", System.StringComparison.Ordinal)
        from match in Entry().Matches(File.ReadAllText(file))
        select new Event(match.Groups[2].Value, match.Groups[3].Value, match.Groups[1].Value,
            Format().Replace(match.Groups[4].Value, "}"));

    [GeneratedRegex(
        """void (\w+)\([^)]*\) =>\s*log\.Write\((\d+), LogLevel\.(\w+),\s*\$"((?:[^"\\]|\\.)*)"(?:,\s*failure)?\);""")]
    private static partial Regex Entry();

    [GeneratedRegex(@"^\| (\d+) \| (\w+) \| `(\w+)` \| `(.*)` \|$")]
    private static partial Regex Row();

    [GeneratedRegex(":[0.#]+}")]
    private static partial Regex Format();

    private sealed record Event(string Id, string Level, string Name, string Sentence);
}
