using System.Linq;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Parameters;
using Xunit;

namespace SfPerf.Client.Tests.Parameters;

public sealed class GateAndAxesTests
{
    [Fact]
    public void Thresholds_and_the_promise_are_read_from_the_file()
    {
        var run = new RunParameters(Given.Json(
            "\"Thresholds\": [\"write:p(99) < 20ms\", \"errors < 0.1%\"], \"Slo\": \"read:avg < 2ms\"").LoadValid(),
            "n");
        Assert.Equal(["write:p(99) < 20ms", "errors < 0.1%"], run.Thresholds.Select(t => t.Text));
        Assert.Equal("read", run.Slo!.Phase);
        Assert.Null(new RunParameters(Given.Json().LoadValid(), "n").Slo);
    }

    [Theory]
    [InlineData("\"Thresholds\": [\"errors < 1%\",\n  \"write:p99 < 3\"]",
        "p.json:2:3: Thresholds = write:p99 < 3: "
        + "'write:p99 < 3' is no threshold; allowed: a bound such as write:p(99) < 20ms, rate > 5000, errors < 0.1%.")]
    [InlineData("\"Thresholds\": [\"wirte:avg < 3ms\"]", "p.json:1:68: Thresholds = wirte:avg < 3ms: the run has no "
        + "phase wirte; allowed: write, read. Did you mean write?")]
    [InlineData("\"Slo\": \"p(99) < 20ms\"", "p.json:1:68: Slo = p(99) < 20ms: names no phase; "
        + "allowed: a bound with its phase, such as write:p(99) < 20ms.")]
    [InlineData("\"Workload\": \"YcsbC\", \"Slo\": \"mixed-write:avg < 2ms\"",
        "p.json:1:89: Slo = mixed-write:avg < 2ms: "
        + "the run has no phase mixed-write; allowed: mixed-read.")]
    [InlineData("\"Axes\": { \"NumItmes\": [1] }",
        "p.json:1:78: Axes.NumItmes = [1]: no parameter to vary. Did you mean NumItems?")]
    [InlineData("\"Axes\": { \"NumItems\": [10, 0] }",
        "p.json:1:95: Axes.NumItems = 0: out of range; allowed: an integer from 1 to 10000000.")]
    [InlineData("\"Axes\": { \"OperationDataSizes\": [64] }",
        "p.json:1:78: Axes.OperationDataSizes = [64]: a list cannot be an axis.")]
    [InlineData("\"Axes\": { \"NumClients\": \"1...3\" }", "p.json:1:78: Axes.NumClients = 1...3: allowed: a list, "
        + "each an integer from 1 to 1024, or \"1,2,4\" or \"1..512x2\".")]
    [InlineData("\"Axes\": [1]",
        "p.json:1:68: Axes = [1]: wrong type; allowed: an object { \"NAME\": VALUES, … }, or "
        + "Axes.NAME where there is no object.")]
    public void What_could_never_hold_or_vary_is_refused(string member, string problem) =>
        Assert.Equal([problem], Given.Json(member).Problems());

    [Fact]
    public void Axes_come_from_the_file_in_its_order_or_from_settings()
    {
        var set = Given.Json("\"Axes\": { \"Seed\": \"1..4x2\", \"NumItems\": [10, 20] }").Set("Axes.Seed=7, 8")
            .LoadValid();
        Assert.Equal(["Seed=7 NumItems=10", "Seed=7 NumItems=20", "Seed=8 NumItems=10", "Seed=8 NumItems=20"],
            SweepAxis.Combine(SweepAxis.Of(set)).Select(s => string.Join(' ', SweepPoint.Assignments(s))));
    }
}
