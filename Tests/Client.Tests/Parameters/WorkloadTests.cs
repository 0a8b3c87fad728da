using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Metrics.Results;
using Xunit;

namespace SfPerf.Client.Tests.Parameters;

public sealed class WorkloadTests
{
    [Theory]
    [InlineData("YcsbA", "Zipfian", 0.5, 0.5, 0, 0, 0)]
    [InlineData("YcsbB", "Zipfian", 0.95, 0.05, 0, 0, 0)]
    [InlineData("YcsbC", "Zipfian", 1, 0, 0, 0, 0)]
    [InlineData("YcsbD", "Latest", 0.95, 0, 0.05, 0, 0)]
    [InlineData("YcsbE", "Zipfian", 0, 0, 0.05, 0, 0.95)]
    [InlineData("YcsbF", "Zipfian", 0.5, 0, 0, 0.5, 0)]
    [InlineData("Mixed", "Sequential", 0.5, 0.5, 0, 0, 0)]
    public void A_workload_sets_keys_and_proportions(
        string name, string keys, double read, double update, double insert, double readModifyWrite, double scan)
    {
        var set = Given.Json().Set("Workload=" + name).LoadValid();
        var shares = new RunParameters(set, "n").Shares;
        Assert.Equal(keys, set.Text("KeyDistribution"));
        OperationKind[] kinds =
        [
            OperationKind.Read, OperationKind.Write, OperationKind.Insert, OperationKind.ReadModifyWrite,
            OperationKind.Scan,
        ];
        Assert.Equal([read, update, insert, readModifyWrite, scan], kinds.Select(shares.Of));
    }

    [Fact]
    public void What_is_given_holds_over_the_workload_wherever_it_is_given()
    {
        var set = Given.Json("\"KeyDistribution\": \"Hotspot\"").Set("ReadProportion=0.9").Set("Workload=YcsbA")
            .Set("UpdateProportion=0.1").LoadValid();
        Assert.Equal(("Hotspot", "0.9", "p.json:1"), (set.Text("KeyDistribution"), set.Text("ReadProportion"),
            System.IO.Path.GetFileName(set.Find("KeyDistribution")!.Origin.ToString())));
        Assert.Equal("Workload YcsbA", set.Find("InsertProportion")!.Origin.ToString());
    }

    [Fact]
    public void A_mixed_total_stands_for_the_totals_of_the_phases_it_replaces()
    {
        var given = Given.File("""{ "Workload": "YcsbD", "NumMixedOperationsTotal": 1000, "NumItems": 5000 }""");
        var run = new RunParameters(given.LoadValid(), "n");
        Assert.Equal((1000, 0, 0), (run.MixedOperations, run.Writes, run.Reads));
        Assert.Equal(["mixed"], run.Phases);
        Assert.InRange(run.InsertsMax, 50 + 42, 50 + 45);
        Assert.Equal(8192, new RunParameters(Given.Json().Set("Workload=YcsbA").LoadValid(), "n").MixedOperations);
    }

    [Theory]
    [InlineData("ReadProportion=0.9", "--set: ReadProportion = 0.9: with UpdateProportion = 0.5, "
        + "InsertProportion = 0, ReadModifyWriteProportion = 0, ScanProportion = 0 the sum is 1.4; allowed: a "
        + "sum of 1.")]
    [InlineData("ReadProportion=1.5", "--set: ReadProportion = 1.5: out of range; allowed: a number from 0 to 1.")]
    [InlineData("OperationDataSizes=64,128", "--set: OperationDataSizes = 64,128: not used while "
        + "OperationDataSizeDistribution = Fixed; allowed: an empty list, or another distribution.")]
    [InlineData("OperationDataSizes=64,8", "--set: OperationDataSizes = 8: out of range; "
        + "allowed: an integer from 32 to 4000000.")]
    [InlineData("OperationDataSizeDistribution=Uniform", "OperationDataSizes = \"\": nothing to draw from; "
        + "allowed: one size or more, or OperationDataSizeDistribution = Fixed.")]
    [InlineData("NumClients=65", "NumOutstandingMixedOperations = 64: fewer than NumClients = 65, so some would do "
        + "nothing; allowed: at least 65.")]
    public void What_makes_no_workload_is_refused(string setting, string problem) =>
        Assert.Equal([problem], Given.Json().Set("Workload=YcsbA").Set(setting).Problems());

    [Theory]
    [InlineData("TargetServiceType=Redis", "ScanProportion = 0.95: Redis keeps its keys in no order, so it cannot "
        + "scan; allowed: 0, or another TargetServiceType.")]
    [InlineData("TargetServiceType=SfActor", "ScanProportion = 0.95: SfActor keeps its keys in actors, which have no "
        + "order to scan in; allowed: 0, or another TargetServiceType.")]
    [InlineData("OperationDataSizeInBytes=100000", "MaxScanLength = 100: values of 100000 bytes would make more than "
        + "one message holds; allowed: at most 39.")]
    public void Scans_that_cannot_be_are_refused(string setting, string problem) =>
        Assert.Equal([problem], Given.Json().Set("Workload=YcsbE").Set(setting).Problems());

    [Fact]
    public void Only_a_run_with_scans_has_a_longest_scan()
    {
        var scans = new RunParameters(Given.Json().Set("Workload=YcsbE").LoadValid(), "n");
        var reads = new RunParameters(Given.Json().Set("Workload=YcsbC").LoadValid(), "n");
        Assert.Equal((100, 0), (scans.ScanRowsMax, reads.ScanRowsMax));
        Assert.Equal(["mixed-insert", "mixed-scan"], scans.Results.Order());
    }

    [Fact]
    public void Inserts_may_not_outgrow_the_keys_there_may_be()
    {
        Assert.StartsWith("InsertProportion = 0.05: 300000000 operations would make ", Assert.Single(
            Given.Json().Set("Workload=YcsbD").Set("NumMixedOperationsTotal=300000000").Problems()));
    }
}
