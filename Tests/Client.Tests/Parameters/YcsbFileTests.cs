using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Client.Parameters.Ycsb;
using SfPerf.Commands.Parameters;
using SfPerf.Metrics.Results;
using Xunit;

namespace SfPerf.Client.Tests.Parameters;

/// <summary>Workloads of YCSB as they come with it, and what users write into theirs.</summary>
public sealed class YcsbFileTests
{
    private const string Whole = "an update writes the whole record of 1000 bytes, as YCSB's does when this is true; "
        + "else YCSB's writes one field of 100.";

    [Theory]
    [InlineData('a', "Zipfian", 0.5, 0.5, 0, 0, 0)]
    [InlineData('b', "Zipfian", 0.95, 0.05, 0, 0, 0)]
    [InlineData('c', "Zipfian", 1, 0, 0, 0, 0)]
    [InlineData('d', "Latest", 0.95, 0, 0.05, 0, 0)]
    [InlineData('e', "Zipfian", 0, 0, 0.05, 0, 0.95)]
    [InlineData('f', "Zipfian", 0.5, 0, 0, 0.5, 0)]
    public void The_six_core_workloads_are_read_as_they_are(
        char letter, string keys, double read, double update, double insert, double readModifyWrite, double scan)
    {
        var run = new RunParameters(Workload(letter).LoadValid(), "n");
        Assert.Equal(["mixed"], run.Phases);
        Assert.Equal((1000, 1000, 1000, 1, 0, keys), (run.Items, run.MixedOperations, run.DataBytes,
            run.OutstandingMixed, run.PhaseSecondsMax, run.Workload.Keys.ToString()));
        OperationKind[] kinds =
        [
            OperationKind.Read, OperationKind.Write, OperationKind.Insert, OperationKind.ReadModifyWrite,
            OperationKind.Scan,
        ];
        Assert.Equal([read, update, insert, readModifyWrite, scan], kinds.Select(run.Shares.Of));
        Assert.Equal(letter == 'e' ? 100 : 0, run.ScanRowsMax);
    }

    [Fact]
    public void Each_value_has_its_line_or_is_ycsbs_default()
    {
        var set = Workload('e').LoadValid();
        Assert.Equal(
            ["workloade:6", "workloade:7", "workloade:16", "workloade:17", "workloade:8", "YCSB's default"],
            new[]
            {
                "NumItems", "NumMixedOperationsTotal", "KeyDistribution", "MaxScanLength", "Workload",
                "OperationDataSizeInBytes",
            }.Select(n => System.IO.Path.GetFileName(set.Find(n)!.Origin.ToString())));
    }

    [Fact]
    public void What_a_file_leaves_out_has_the_value_that_ycsb_gives_it()
    {
        var run = new RunParameters(Ycsb("scanproportion=1\nreadproportion=0\nupdateproportion=0").LoadValid(), "n");
        Assert.Equal(("Uniform", 1000, 1000, 1), (run.Workload.Keys.ToString(), run.ScanRowsMax, run.DataBytes,
            run.OutstandingMixed));
        var mix = new RunParameters(Ycsb("").LoadValid(), "n").Shares;
        Assert.Equal((0.95, 0.05), (mix.Of(OperationKind.Read), mix.Of(OperationKind.Write)));
    }

    [Fact]
    public void Threads_rate_time_and_sizes_have_their_parameters()
    {
        var run = new RunParameters(Ycsb("threadcount=48\ntarget=500\nmaxexecutiontime=30\nfieldcount=4\n"
            + "fieldlength=256\ndataintegrity=false\nrequestdistribution=hotspot\nhotspotdatafraction=0.2")
            .LoadValid(), "n");
        Assert.Equal((48, 500d, 30, 1024, false, "Hotspot"), (run.OutstandingMixed, run.Workload.MixedRate,
            run.PhaseSecondsMax, run.DataBytes, run.VerifyReads, run.Workload.Keys.ToString()));
    }

    [Fact]
    public void A_time_may_stand_for_the_number_of_operations()
    {
        var run = new RunParameters(
            Given.File("recordcount=10\nmaxexecutiontime=5\noperationcount=0", "w.properties").LoadValid(), "n");
        Assert.Equal((1_000_000_000_000, 5), (run.MixedOperations, run.PhaseSecondsMax));
    }

    [Fact]
    public void Proportions_are_weights_as_ycsb_takes_them()
    {
        var set = Ycsb("readproportion=60\nupdateproportion=20").LoadValid();
        Assert.Equal(("0.75", "0.25"), (set.Text("ReadProportion"), set.Text("UpdateProportion")));
        Assert.Equal("w.properties: the proportions do not add up to 1: each is taken as its part of their sum, as "
            + "YCSB does.", Notes(set)[0]);
    }

    [Fact]
    public void Stronger_sources_hold_over_the_file_and_over_ycsbs_defaults()
    {
        var set = Workload('a').Environment("SFPERF_NumItems", "77").Set("NumOutstandingMixedOperations=64")
            .LoadValid();
        Assert.Equal((77, 64), (set.Integer("NumItems"), set.Integer("NumOutstandingMixedOperations")));
    }

    [Theory]
    [InlineData("readproportoin=1", "3:1: readproportoin = 1: unknown property of YCSB. Did you mean readproportion?")]
    [InlineData("NumItems=1", "3:1: NumItems = 1: unknown property of YCSB.")]
    [InlineData("recordcount=0", "3:1: recordcount = 0: set twice; first on line 1.")]
    [InlineData("threadcount=many", "3:1: threadcount = many: wrong type; allowed: an integer from 1 to 65536.")]
    [InlineData("fieldlength=3", "3:1: fieldlength = 3: makes records of 30 bytes, fieldcount x fieldlength; allowed: "
        + "32 to 4000000.")]
    [InlineData("fieldcount=0", "3:1: fieldcount = 0: out of range; allowed: an integer from 1 to 2147483647.")]
    [InlineData("readproportion=-1", "3:1: readproportion = -1: wrong type; allowed: a number from 0.")]
    [InlineData("readallfields=false", "3:1: readallfields = false: a record is read whole; allowed: true.")]
    [InlineData("fieldlengthdistribution=zipfian", "3:1: fieldlengthdistribution = zipfian: "
        + "OperationDataSizeDistribution of a JSON file draws whole records; allowed: constant.")]
    [InlineData("insertorder=ordered", "3:1: insertorder = ordered: keys are spread at random; allowed: hashed.")]
    [InlineData("insertcount=10", "3:1: insertcount = 10: every record is loaded; allowed: 1000.")]
    [InlineData("dotransactions=false", "3:1: dotransactions = false: a run loads the records and then measures; "
        + "allowed: true.")]
    [InlineData("requestdistribution=zipfain", "3:1: requestdistribution = zipfain: not a value of "
        + "requestdistribution; allowed: one of sequential, uniform, zipfian, latest, hotspot. Did you mean zipfian?")]
    [InlineData("requestdistribution=exponential", "3:1: requestdistribution = exponential: not a value of "
        + "requestdistribution; allowed: one of sequential, uniform, zipfian, latest, hotspot.")]
    [InlineData("requestdistribution=hotspot\nhotspotopnfraction=0.9",
        "4:1: hotspotopnfraction = 0.9: not possible; allowed: 0.8.")]
    [InlineData("scanproportion=1\nscanlengthdistribution=zipfian",
        "4:1: scanlengthdistribution = zipfian: not possible; allowed: uniform.")]
    [InlineData("workload=site.ycsb.workloads.RestWorkload\nrestproperty=1",
        "3:1: workload = site.ycsb.workloads.RestWorkload: not possible; allowed: site.ycsb.workloads.CoreWorkload.")]
    [InlineData("readproportion=0\nupdateproportion=0", "3:1: readproportion = 0: the proportions are all 0; allowed: "
        + "one above 0.")]
    public void What_cannot_be_done_is_refused_with_its_line(string line, string problem) =>
        Assert.Equal(["w.properties:" + problem], Ycsb(line).Problems());

    [Fact]
    public void Counts_that_a_file_must_have_are_missed()
    {
        Assert.Equal(
            [
                "w.properties: operationcount: missing; allowed: an integer from 0 to 1000000000000.",
                "w.properties: recordcount: missing; allowed: an integer from 1 to 10000000.",
            ], Given.File("threadcount=2", "w.properties").Problems());
        Assert.Equal(["w.properties:2:1: operationcount = 0: nothing to measure; allowed: at least 1, or "
            + "maxexecutiontime."], Given.File("recordcount=10\noperationcount=0", "w.properties").Problems());
    }

    [Fact]
    public void What_is_done_otherwise_or_not_at_all_is_told()
    {
        Assert.Equal(["workloada: writeallfields: " + Whole], Notes(Workload('a').LoadValid()));
        Assert.Equal(
            [
                "w.properties:4:1: target = 500: operations start at this rate, whether or not earlier ones have "
                    + "ended; YCSB's threads wait for theirs.",
                "w.properties:3:1: writeallfields = false: " + Whole,
                "w.properties: without meaning here: measurementtype, redis.host, table.",
            ], Notes(Ycsb("writeallfields=false\ntarget=500\nmeasurementtype=raw\nredis.host=10.0.0.1\ntable=t")
                .LoadValid()));
        Assert.Empty(Notes(Workload('c').LoadValid()));
    }

    [Fact]
    public void A_scenario_has_no_such_file()
    {
        var given = new Given
        {
            Content = "recordcount=1", FileName = "w.properties", Catalogue = Catalogues.All["wcf-channel"],
        };
        Assert.Equal(["w.properties: a workload of YCSB describes a run; allowed: JSON."], given.Problems());
    }

    [Fact]
    public void Properties_have_javas_form()
    {
        var found = JavaProperties.Parse("! one\r\n\r\n a : 1\r\n b\t2\n# two\nc\\=d=e\\\n   f\ng=\\u0041\\t\\\\\nh");
        Assert.Equal(
            [("a", "1", 3, 2), ("b", "2", 4, 2), ("c=d", "ef", 6, 1), ("g", "A\t\\", 8, 1), ("h", "", 9, 1)],
            found.Select(p => (p.Name, p.Value, p.Line, p.Column)));
    }

    private static string[] Notes(ParameterSet set) =>
        [.. set.Notes.Select(n => System.IO.Path.GetFileName(n.ToString()))];

    private static Given Ycsb(string lines) =>
        Given.File($"recordcount=1000\noperationcount=1000\n{lines}\n", "w.properties");

    // The values are those of YCSB's files; so is that they have no extension and begin with a comment.
    private static Given Workload(char letter)
    {
        var (keys, read, update, scan, insert, more) = letter switch
        {
            'a' => ("zipfian", "0.5", "0.5", "0", "0", ""),
            'b' => ("zipfian", "0.95", "0.05", "0", "0", ""),
            'c' => ("zipfian", "1", "0", "0", "0", ""),
            'd' => ("latest", "0.95", "0", "0", "0.05", ""),
            'e' => ("zipfian", "0", "0", "0.95", "0.05",
                "maxscanlength=100\n\nscanlengthdistribution=uniform\n"),
            _ => ("zipfian", "0.5", "0", "0", "0", "readmodifywriteproportion=0.5\n"),
        };
        return Given.File($"""
            # Core workload {letter}
            #   Request distribution: {keys}



            recordcount=1000
            operationcount=1000
            workload=site.ycsb.workloads.CoreWorkload

            readallfields=true
            readproportion={read}
            updateproportion={update}
            scanproportion={scan}
            insertproportion={insert}

            requestdistribution={keys}
            {more}
            """, $"workload{letter}");
    }
}
