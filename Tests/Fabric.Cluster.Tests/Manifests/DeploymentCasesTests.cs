using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Manifests;

/// <summary>docs/explanation/deployment-cases.md names tests that exist, and leaves out no case.</summary>
public sealed partial class DeploymentCasesTests
{
    private const int CaseCount = 60;
    private static readonly CaseTable Table = new("deployment-cases.md");

    [Fact]
    public void The_table_has_every_case_once_and_in_order() =>
        Assert.Equal(Enumerable.Range(1, CaseCount), Table.Rows.Select(r => r.Case));

    [Fact]
    public void A_case_has_a_test_or_a_reason() => Assert.All(Table.Rows, row => Assert.True(
        row.Tests.Any() || row.HasReason, $"Case {row.Case} names no test and gives no reason."));

    [Fact]
    public void A_test_that_the_table_names_exists_and_names_the_number_of_its_case()
    {
        var tests = CaseTable.Tests().SelectMany(t => Trait().Matches(t.Attributes)
            .Select(m => (int.Parse(m.Groups[1].Value, CultureInfo.InvariantCulture), t.Name))).ToHashSet();
        var named = Table.Rows.SelectMany(r => r.Tests.Select(test => (r.Case, test))).ToArray();
        Assert.NotEmpty(named);
        Assert.All(named, n => Assert.Contains(n, tests));
    }

    [GeneratedRegex(@"\[Trait\(""DeploymentCase"", ""(\d+)""\)\]")]
    private static partial Regex Trait();
}
