using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests;

/// <summary>docs/explanation/actor-cases.md names tests that exist, and leaves out no case.</summary>
public sealed partial class ActorCasesTests
{
    private const int CaseCount = 75;
    private static readonly string Root = FindRoot();

    [Fact]
    public void The_table_has_every_case_once_and_in_order() =>
        Assert.Equal(Enumerable.Range(1, CaseCount), Rows().Select(r => r.Case));

    [Fact]
    public void A_case_has_a_test_or_a_reason() => Assert.All(Rows(), row => Assert.True(
        Named(row.Text).Any() || Reason().IsMatch(row.Text), $"Case {row.Case} names no test and gives no reason."));

    [Fact]
    public void A_test_that_the_table_names_exists_and_names_the_number_of_its_case()
    {
        var tests = Tests().ToHashSet();
        var named = Rows().SelectMany(r => Named(r.Text).Select(test => (r.Case, test))).ToArray();
        Assert.NotEmpty(named);
        Assert.All(named, n => Assert.Contains(n, tests));
    }

    private static IEnumerable<(int Case, string Text)> Rows() =>
        File.ReadLines(Path.Combine(Root, "docs", "explanation", "actor-cases.md"))
            .Select(l => Row().Match(l)).Where(m => m.Success)
            .Select(m => (Number(m.Groups[1].Value), m.Groups[2].Value));

    private static IEnumerable<string> Named(string text) => TestName().Matches(text).Select(m => m.Groups[1].Value);

    private static IEnumerable<(int Case, string Test)> Tests() =>
        from file in Directory.EnumerateFiles(Path.Combine(Root, "Tests"), "*.cs", SearchOption.AllDirectories)
        let text = File.ReadAllText(file)
        from Match method in Method().Matches(text)
        let type = ClassName().Matches(text[..method.Index]).LastOrDefault()?.Groups[1].Value
        from Match trait in Trait().Matches(method.Groups[1].Value)
        select (Number(trait.Groups[1].Value), $"{type}.{method.Groups[2].Value}");

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

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

    [GeneratedRegex(@"`(\w+Tests\.\w+)`")]
    private static partial Regex TestName();

    [GeneratedRegex(@"(Not proven|Not needed|Absent): \w")]
    private static partial Regex Reason();

    // The attributes of a method, and its name.
    [GeneratedRegex(@"((?:^[ ]+\[[^\n]*\n)+)\s*public (?:async )?(?:Task|void) (\w+)\(", RegexOptions.Multiline)]
    private static partial Regex Method();

    [GeneratedRegex(@"\[Trait\(""ActorCase"", ""(\d+)""\)\]")]
    private static partial Regex Trait();

    [GeneratedRegex(@"\bclass (\w+)")]
    private static partial Regex ClassName();
}
