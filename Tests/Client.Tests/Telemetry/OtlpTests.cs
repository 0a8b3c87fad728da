using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using Xunit;

namespace SfPerf.Client.Tests.Telemetry;

public sealed class OtlpTests
{
    private static readonly string[] Quick =
    [
        "run", Product.File("Parameters/simulated.json"), "--set", "NumWriteOperationsTotal=640",
        "--set", "NumReadOperationsTotal=320", "--set", "NumItems=64", "--set", "SimulatedReadInMicroseconds=2000",
        "--out", "results",
    ];

    [Fact]
    public async Task A_collector_gets_every_operation_once_and_its_duration()
    {
        using var collector = new Collector();
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(
            home, [.. Quick, "--set", "SimulatedWriteInMicroseconds=200000", "--otlp", collector.Address]);
        Assert.Equal((0, ""), (run.Code, run.Code == 0 ? "" : run.Error));
        var points = collector.Points;
        Assert.Equal(new Collector.Point("sum", "{operation}", 640, 0),
            points["sfperf.client.operations " + Series("write")]);
        Assert.Equal(new Collector.Point("sum", "{operation}", 320, 0),
            points["sfperf.client.operations " + Series("read")]);
        var writes = points["db.client.operation.duration " + Series("write")];
        Assert.Equal(("histogram", "s", 640L), (writes.Kind, writes.Unit, writes.Whole));
        // 640 writes of at least 0.2 s each.
        Assert.InRange(writes.Real, 128, 640);
        var outstanding = points["sfperf.client.outstanding " + Series("write")];
        Assert.Equal(("gauge", "{operation}", 64.0), (outstanding.Kind, outstanding.Unit, outstanding.Real));
        var rate = points["sfperf.client.rate " + Series("write")];
        Assert.Equal(("gauge", "{operation}/s"), (rate.Kind, rate.Unit));
    }

    [Fact]
    public async Task Failures_are_counted_by_kind()
    {
        using var collector = new Collector();
        using var home = new TemporaryFolder();
        await Sfperf.RunAsync(home, [.. Quick, "--set", "OperationTimeoutInMilliseconds=1", "--set",
            "SimulatedWriteInMicroseconds=400000", "--set", "NumReadOperationsTotal=0", "--otlp", collector.Address]);
        Assert.Equal(new Collector.Point("sum", "{operation}", 640, 0),
            collector.Points["sfperf.client.failures " + Series("write", "Timeout")]);
        Assert.Equal(640, collector.Points["db.client.operation.duration " + Series("write", "Timeout")].Whole);
    }

    private static string Series(string operation, string? error = null) =>
        $"db.operation.name={operation} db.system.name=simulatedservice"
        + (error is null ? "" : $" error.type={error}");
}
