using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
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

    private static readonly string[] Slow = [.. Quick, "--set", "SimulatedWriteInMicroseconds=400000"];

    [Fact]
    public async Task A_collector_gets_every_operation_once_and_its_duration_while_the_run_goes_on()
    {
        await using var collector = await Collector.StartAsync();
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, [.. Slow, "--otlp", collector.Address]);
        Assert.Equal((0, ""), (run.Code, run.Code == 0 ? "" : run.Error));
        var points = collector.Points;
        Assert.Equal(new Collector.Point("sum", "{operation}", 640, 0),
            points["sfperf.client.operations " + Series("write")]);
        Assert.Equal(new Collector.Point("sum", "{operation}", 320, 0),
            points["sfperf.client.operations " + Series("read")]);
        var duration = "db.client.operation.duration " + Series("write");
        Assert.Equal(("histogram", "s", 640L), (points[duration].Kind, points[duration].Unit, points[duration].Whole));
        // 640 writes of at least 0.4 s each; a busy machine adds to it, and another unit makes a thousand of it.
        Assert.InRange(points[duration].Real, 256, 64_000);
        Assert.Contains(collector.History(duration), p => p.Whole is > 0 and < 640);
        var rate = points["sfperf.client.rate " + Series("write")];
        Assert.Equal(("gauge", "{operation}/s"), (rate.Kind, rate.Unit));
        Assert.Contains(collector.History("sfperf.client.outstanding " + Series("write")),
            p => p is { Kind: "gauge", Unit: "{operation}", Real: > 0 and <= 64 });
    }

    [Fact]
    public async Task The_run_its_versions_and_its_verdict_are_told()
    {
        await using var collector = await Collector.StartAsync();
        using var home = new TemporaryFolder();
        await Sfperf.RunAsync(home, [.. Quick, "--otlp", collector.Address]);
        var run = Saved(home);
        var resource = collector.Resources[^1];
        Assert.Equal(("sfperf", "simulated", run.GetProperty("id").GetString()),
            (resource["service.name"], resource["sfperf.run.name"], resource["sfperf.run.id"]));
        Assert.Equal(run.GetProperty("environment").GetProperty("sdk").GetString(), resource["sfperf.sdk"]);
        Assert.NotEmpty(resource["service.version"]);
        var verdict = run.GetProperty("noise").GetProperty("verdict").GetString();
        Assert.Equal(new Collector.Point("gauge", "{run}", 1, 0),
            collector.Points[$"sfperf.run.verdict sfperf.status=complete sfperf.verdict={verdict}"]);
    }

    [Fact]
    public async Task What_load_drivers_of_a_cluster_count_is_told_as_a_sum()
    {
        await using var collector = await Collector.StartAsync();
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, ["run", Product.File("Parameters/local1.json"),
            "/PublishProfile:Local.1Node.xml", "/NumWriteOperationsTotal:640", "/NumReadOperationsTotal:320",
            "/NumClients:2", "/NumItems:64", "--out", "results", "--otlp", collector.Address]);
        Assert.True(run.Code == 0, run.Error);
        var points = collector.Points;
        foreach (var (operation, count) in new[] { ("write", 640), ("read", 320) })
        {
            var series = $"db.operation.name={operation} db.system.name=sfdictionary";
            Assert.Equal(count, points["sfperf.client.operations " + series].Whole);
            Assert.Equal(count, points["db.client.operation.duration " + series].Whole);
        }
        Assert.Equal(Saved(home).GetProperty("id").GetString(), collector.Resources[^1]["sfperf.run.id"]);
    }

    [Fact]
    public async Task Failures_are_counted_by_kind()
    {
        await using var collector = await Collector.StartAsync();
        using var home = new TemporaryFolder();
        await Sfperf.RunAsync(home, [.. Quick, "--set", "OperationTimeoutInMilliseconds=1", "--set",
            "SimulatedWriteInMicroseconds=50000", "--set", "NumReadOperationsTotal=0", "--otlp", collector.Address]);
        Assert.Equal(new Collector.Point("sum", "{operation}", 640, 0),
            collector.Points["sfperf.client.failures " + Series("write", "Timeout")]);
        Assert.Equal(640, collector.Points["db.client.operation.duration " + Series("write", "Timeout")].Whole);
    }

    [Fact]
    public async Task Starts_that_found_no_free_slot_are_told_with_their_delay()
    {
        await using var collector = await Collector.StartAsync();
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, [.. Quick, "--set", "SimulatedWriteInMicroseconds=2000",
            "--set", "NumReadOperationsTotal=0", "--set", "NumOutstandingWriteOperations=1",
            "--set", "WriteRatePerSecond=2000", "--set", "NumWriteOperationsTotal=200", "--otlp", collector.Address]);
        Assert.Equal(0, run.Code);
        var late = Saved(home).GetProperty("phases").EnumerateArray()
            .Single(p => p.GetProperty("name").GetString() == "write").GetProperty("lateStarts").GetInt64();
        var point = collector.Points["sfperf.client.late_start.duration " + Series("write")];
        Assert.Equal(("histogram", "s", late), (point.Kind, point.Unit, point.Whole));
        Assert.True(late > 100 && point.Real > 1, $"{late} late starts, {point.Real} s");
    }

    [Fact]
    public async Task The_environment_names_collector_headers_and_attributes()
    {
        await using var collector = await Collector.StartAsync();
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, new Dictionary<string, string>
        {
            ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Address, ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
            ["OTEL_EXPORTER_OTLP_HEADERS"] = "x-tenant=lab,x-key=4711",
            ["OTEL_RESOURCE_ATTRIBUTES"] = "deployment.environment.name=ci,service.name=nightly",
        }, Quick);
        Assert.Equal(0, run.Code);
        Assert.All(collector.Headers, h => Assert.Equal(("lab", "4711"), (h["x-tenant"], h["x-key"])));
        Assert.Equal(("ci", "nightly"),
            (collector.Resources[^1]["deployment.environment.name"], collector.Resources[^1]["service.name"]));
        Assert.Equal(640, collector.Points["sfperf.client.operations " + Series("write")].Whole);
    }

    [Fact]
    public async Task The_environment_chooses_gRPC()
    {
        // Where the machine is so busy that the collector, in this process, does not answer in time, that is told.
        for (var tries = 1; ; tries++)
        {
            await using var collector = await Collector.StartAsync();
            using var home = new TemporaryFolder();
            var run = await Sfperf.RunAsync(home, new Dictionary<string, string>
            {
                ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.GrpcAddress, ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "grpc",
            }, Quick);
            Assert.Equal(0, run.Code);
            if (tries < 5 && run.Error.Contains("it did not answer in time", StringComparison.Ordinal))
                continue;
            Assert.False(run.Error.Contains("OpenTelemetry", StringComparison.Ordinal), run.Error);
            Assert.Equal(640, collector.Points["sfperf.client.operations " + Series("write")].Whole);
            return;
        }
    }

    [Fact]
    public async Task A_disabled_SDK_sends_nothing_and_says_so()
    {
        await using var collector = await Collector.StartAsync();
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, new Dictionary<string, string> { ["OTEL_SDK_DISABLED"] = "true" },
            [.. Quick, "--otlp", collector.Address]);
        Assert.Equal(0, run.Code);
        Assert.Contains("nothing is sent", run.Error, StringComparison.Ordinal);
        Assert.Empty(collector.Resources);
    }

    [Fact]
    public async Task A_collector_that_refuses_is_told_and_fails_nothing()
    {
        await using var collector = await Collector.StartAsync();
        collector.Status = 503;
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, [.. Slow, "--otlp", collector.Address]);
        Assert.Equal(0, run.Code);
        Assert.Contains($"OpenTelemetry: the collector at {collector.Address} did not take ", run.Error,
            StringComparison.Ordinal);
        Assert.Contains("it answered 503", run.Error, StringComparison.Ordinal);
        Assert.Contains("The run goes on.", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_collector_that_never_answers_delays_the_end_by_seconds_only()
    {
        await using var collector = await Collector.StartAsync();
        collector.Status = null;
        using var home = new TemporaryFolder();
        // An export may take far longer than a process of these tests may live: that it ends at all is the proof. The
        // run lasts longer than the interval of exports, so that the first is under way before the end.
        var run = await Sfperf.RunAsync(home, new Dictionary<string, string>
        {
            ["OTEL_EXPORTER_OTLP_TIMEOUT"] = "3600000",
        }, [.. Slow, "--otlp", collector.Address]);
        Assert.Equal(0, run.Code);
        Assert.Contains(" did not take 1 of 1 exports: it did not answer in time", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_collector_that_is_not_there_is_told_and_fails_nothing()
    {
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, [.. Quick, "--otlp", "http://127.0.0.1:1"]);
        Assert.Equal(0, run.Code);
        Assert.Contains("OpenTelemetry: the collector at http://127.0.0.1:1 did not take ", run.Error,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_run_of_a_comparison_is_told_apart()
    {
        await using var collector = await Collector.StartAsync();
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, ["ab", .. Quick[1..], "--pairs", "1", "--reruns", "0",
            "--otlp", collector.Address]);
        Assert.Equal(0, run.Code);
        var ids = Directory.GetFiles(Path.Combine(home.Path, "results"), "run.json", SearchOption.AllDirectories)
            .Select(f => Path.GetDirectoryName(f)![^6..]).Order();
        Assert.Equal(ids, collector.Resources.Select(r => r["sfperf.run.id"]).Distinct().Order());
    }

    [Fact]
    public async Task Rounds_of_a_scenario_add_up()
    {
        await using var collector = await Collector.StartAsync();
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, ["scenario", "wcf-channel", "/CallCounts:5", "/NumWarmUpCalls:1",
            "--rounds", "2", "--quiet", "--out", "results", "--otlp", collector.Address]);
        Assert.Equal((0, ""), (run.Code, run.Code == 0 ? "" : run.Error));
        var points = collector.Points.Where(p => p.Key.StartsWith("db.client.operation.duration ",
            StringComparison.Ordinal)).ToList();
        Assert.Equal(5, points.Count);
        Assert.All(points, p => Assert.Equal(10, p.Value.Whole));
    }

    private static JsonElement Saved(TemporaryFolder home) => JsonElement.Parse(File.ReadAllText(
        Path.Combine(Assert.Single(Directory.GetDirectories(Path.Combine(home.Path, "results"))), "run.json")));

    private static string Series(string operation, string? error = null) =>
        $"db.operation.name={operation} db.system.name=simulatedservice"
        + (error is null ? "" : $" error.type={error}");
}
