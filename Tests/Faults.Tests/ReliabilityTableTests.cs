using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace SfPerf.Faults.Tests;

/// <summary>docs/explanation/reliability.md names tests that exist, and leaves out no case.</summary>
public sealed partial class ReliabilityTableTests
{
    private const int CaseCount = 100;
    private static readonly string Root = FindRoot();

    [Fact]
    public void The_table_has_every_case_once_and_in_order() =>
        Assert.Equal(Enumerable.Range(1, CaseCount), Rows().Select(r => r.Case));

    [Fact]
    public void A_case_has_a_test_or_a_reason()
    {
        foreach (var (number, text) in Rows())
        {
            Assert.True(
                Named(text).Any() || Reason().IsMatch(text), $"Case {number} names no test and gives no reason.");
        }
    }

    [Fact]
    public void Every_test_that_the_table_names_exists()
    {
        var present = Tests().ToHashSet();
        var missing = Rows().SelectMany(r => Named(r.Text)).Where(t => !present.Contains(t)).ToArray();
        Assert.Empty(missing);
    }

    [Fact]
    public void Every_numbered_test_stands_in_the_row_of_its_case()
    {
        var rows = Rows().ToDictionary(r => r.Case, r => Named(r.Text).ToHashSet());
        var numbered = Tests().Where(t => Numbered().IsMatch(t)).ToArray();
        Assert.NotEmpty(numbered);
        foreach (var test in numbered)
        {
            foreach (var number in Number().Matches(Numbered().Match(test).Groups[1].Value).Select(m => m.Value))
                Assert.Contains(test, rows[int.Parse(number, System.Globalization.CultureInfo.InvariantCulture)]);
        }
    }

    private static IEnumerable<(int Case, string Text)> Rows() =>
        File.ReadLines(Path.Combine(Root, "docs", "explanation", "reliability.md"))
            .Select(l => Row().Match(l)).Where(m => m.Success)
            .Select(m => (
                int.Parse(m.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture), m.Groups[2].Value));

    private static IEnumerable<string> Named(string text) => TestName().Matches(text).Select(m => m.Groups[1].Value);

    private static IEnumerable<string> Tests()
    {
        foreach (var file in Directory.EnumerateFiles(Path.Combine(Root, "Tests"), "*.cs", SearchOption.AllDirectories))
        {
            var text = File.ReadAllText(file);
            foreach (Match method in Method().Matches(text))
            {
                var type = ClassName().Matches(text[..method.Index]).LastOrDefault();
                yield return $"{type?.Groups[1].Value}.{method.Groups[1].Value}";
            }
        }
    }

    private static string FindRoot()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "SfPerf.sln")))
        {
            folder = Path.GetDirectoryName(folder)
                ?? throw new InvalidOperationException("No SfPerf.sln above the tests.");
        }
        return folder;
    }

    [GeneratedRegex(@"^\| (\d+) \| (.*) \|$")]
    private static partial Regex Row();

    [GeneratedRegex(@"`(\w+Tests\.\w+|\w+Cases\.\w+)`")]
    private static partial Regex TestName();

    [GeneratedRegex(@"(Not proven|Not needed|Absent): \w")]
    private static partial Regex Reason();

    [GeneratedRegex(@"\.Case_((?:\d+_)+)")]
    private static partial Regex Numbered();

    [GeneratedRegex(@"\d+")]
    private static partial Regex Number();

    [GeneratedRegex(@"\[(?:Fact|Theory)[^\n]*\n(?:(?!\s*public )[^\n]*\n)*\s*public (?:async )?(?:Task|void) (\w+)\(")]
    private static partial Regex Method();

    [GeneratedRegex(@"\bclass (\w+)")]
    private static partial Regex ClassName();
}
