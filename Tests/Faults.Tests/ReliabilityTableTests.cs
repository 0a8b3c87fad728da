using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Faults.Tests;

/// <summary>docs/explanation/reliability.md names tests that exist, and leaves out no case.</summary>
public sealed partial class ReliabilityTableTests
{
    private const int CaseCount = 100;
    private static readonly CaseTable Table = new("reliability.md");

    [Fact]
    public void The_table_has_every_case_once_and_in_order() =>
        Assert.Equal(Enumerable.Range(1, CaseCount), Table.Rows.Select(r => r.Case));

    [Fact]
    public void A_case_has_a_test_or_a_reason() => Assert.All(Table.Rows, row => Assert.True(
        row.Tests.Any() || row.HasReason, $"Case {row.Case} names no test and gives no reason."));

    [Fact]
    public void Every_test_that_the_table_names_exists()
    {
        var present = CaseTable.Tests().Select(t => t.Name).ToHashSet();
        Assert.All(Table.Rows.SelectMany(r => r.Tests), test => Assert.Contains(test, present));
    }

    [Fact]
    public void Every_numbered_test_stands_in_the_row_of_its_case()
    {
        var rows = Table.Rows.ToDictionary(r => r.Case, r => r.Tests);
        var numbered = CaseTable.Tests().Select(t => t.Name).Where(t => Numbered().IsMatch(t)).ToArray();
        Assert.NotEmpty(numbered);
        foreach (var test in numbered)
        {
            foreach (var number in Number().Matches(Numbered().Match(test).Groups[1].Value).Select(m => m.Value))
                Assert.Contains(test, rows[int.Parse(number, CultureInfo.InvariantCulture)]);
        }
    }

    [GeneratedRegex(@"\.Case_((?:\d+_)+)")]
    private static partial Regex Numbered();

    [GeneratedRegex(@"\d+")]
    private static partial Regex Number();
}
