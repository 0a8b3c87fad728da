using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Architecture.Tests;

/// <summary>The tables of cases in docs/explanation name tests that exist, and leave out no case.</summary>
public sealed partial class CaseTableTests
{
    [Theory]
    [InlineData("reliability.md", 100)]
    [InlineData("actor-cases.md", 75)]
    [InlineData("deployment-cases.md", 60)]
    public void A_table_has_every_case_once_and_in_order_each_with_a_test_or_a_reason(string page, int cases)
    {
        var table = new CaseTable(page);

        Assert.Equal(Enumerable.Range(1, cases), table.Rows.Select(r => r.Case));
        Assert.All(table.Rows, row => Assert.True(
            row.Tests.Any() || row.HasReason, $"Case {row.Case} names no test and gives no reason."));
    }

    [Theory]
    [InlineData("reliability.md")]
    [InlineData("actor-cases.md")]
    [InlineData("deployment-cases.md")]
    public void A_test_that_a_table_names_exists(string page)
    {
        var present = CaseTable.Tests().Select(t => t.Name).ToHashSet();

        Assert.All(new CaseTable(page).Rows.SelectMany(r => r.Tests), test => Assert.Contains(test, present));
    }

    [Theory]
    [InlineData("actor-cases.md", "ActorCase")]
    [InlineData("deployment-cases.md", "DeploymentCase")]
    public void A_test_that_a_table_names_names_the_number_of_its_case(string page, string trait)
    {
        var numbered = (
            from test in CaseTable.Tests()
            from Match match in Trait().Matches(test.Attributes)
            where match.Groups[1].Value == trait
            select (int.Parse(match.Groups[2].Value, CultureInfo.InvariantCulture), test.Name)).ToHashSet();
        var named = new CaseTable(page).Rows.SelectMany(r => r.Tests.Select(test => (r.Case, test))).ToArray();

        Assert.NotEmpty(named);
        Assert.All(named, n => Assert.Contains(n, numbered));
    }

    // In the reliability table a number in a test's name says the same.
    [Fact]
    public void A_test_with_a_number_in_its_name_stands_in_the_row_of_its_case()
    {
        var rows = new CaseTable("reliability.md").Rows.ToDictionary(r => r.Case, r => r.Tests);
        var numbered = CaseTable.Tests().Select(t => t.Name).Where(t => Numbered().IsMatch(t)).ToArray();
        Assert.NotEmpty(numbered);
        foreach (var test in numbered)
        {
            foreach (var number in Number().Matches(Numbered().Match(test).Groups[1].Value).Select(m => m.Value))
                Assert.Contains(test, rows[int.Parse(number, CultureInfo.InvariantCulture)]);
        }
    }

    [GeneratedRegex(@"\[Trait\(""(\w+)"", ""(\d+)""\)\]")]
    private static partial Regex Trait();

    [GeneratedRegex(@"\.Case_((?:\d+_)+)")]
    private static partial Regex Numbered();

    [GeneratedRegex(@"\d+")]
    private static partial Regex Number();
}
