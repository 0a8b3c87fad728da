using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using Xunit;

namespace SfPerf.Client.Tests.Measuring;

/// <summary>The sfperf process against the simulated store.</summary>
public sealed partial class SimulatedRunTests
{
    private const int SigInt = 2;
    private static readonly string Parameters = Product.File("Parameters/simulated.json");

    private static readonly string[] Quick =
    [
        "run", Parameters, "--set", "NumWriteOperationsTotal=640", "--set", "NumReadOperationsTotal=640",
        "--set", "NumItems=64", "--set", "SimulatedWriteInMicroseconds=4000",
        "--set", "SimulatedReadInMicroseconds=2000", "--out", "results",
    ];

    [Fact]
    public async Task Legacy_format_is_the_originals_two_lines_and_nothing_else()
    {
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, [.. Quick, "--format", "legacy"]);
        Assert.Equal(0, run.Code);
        var lines = run.Out.Split('\n');
        Assert.Equal(3, lines.Length);
        Assert.Matches(LegacyLine("Write"), lines[0]);
        Assert.Matches(LegacyLine("Read"), lines[1]);
        Assert.Equal("", lines[2]);
    }

    [Fact]
    public async Task A_run_prints_its_result_first_then_a_table_and_saves_its_folder()
    {
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, Quick);
        Assert.Equal(0, run.Code);
        var lines = run.Out.Split('\n');
        Assert.Matches("^write: [0-9,.]+ operations a second, .*; none failed$", lines[0]);
        Assert.Matches("^read: [0-9,.]+ operations a second, .*; none failed$", lines[1]);
        Assert.DoesNotContain("test results", run.Out);
        Assert.Contains(lines, l => l.Contains("p99"));
        var saved = Saved(home);
        Assert.Equal("simulated", saved.GetProperty("name").GetString());
        var phases = saved.GetProperty("phases").EnumerateArray().ToDictionary(p => p.GetProperty("name").GetString()!);
        Assert.Equal((640, 0), (phases["write"].GetProperty("operations").GetInt64(),
            phases["write"].GetProperty("failed").GetInt64()));
        Assert.Equal(640, phases["read"].GetProperty("operations").GetInt64());
        Assert.Equal((64, "--set"), (saved.GetProperty("parameters").GetProperty("NumItems").GetInt32(),
            saved.GetProperty("parameterOrigins").GetProperty("NumItems").GetString()));
    }

    [Fact]
    public async Task Json_format_is_the_content_of_the_saved_file()
    {
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, [.. Quick, "--format", "json"]);
        Assert.Equal(0, run.Code);
        Assert.True(JsonElement.DeepEquals(Saved(home), JsonElement.Parse(run.Out)));
    }

    [Fact]
    public async Task The_simulated_store_takes_the_time_that_it_was_set_to()
    {
        // A busy machine makes it take longer, but hardly half as long again each time; timers on a grid of 4 ms do.
        var taken = double.MaxValue;
        for (var i = 0; i < 30 && taken > 3; i++)
        {
            using var home = new TemporaryFolder();
            var run = await Sfperf.RunAsync(home, [.. Quick, "--set", "SimulatedReadInMicroseconds=1500", "--set",
                "SimulatedWriteInMicroseconds=2500"]);
            Assert.Equal(0, run.Code);
            double[] medians = [.. Saved(home).GetProperty("phases").EnumerateArray().TakeLast(2)
                .Select(p => p.GetProperty("latencyMs").GetProperty("p50").GetDouble())];
            Assert.True(medians[0] >= 2.5 * 0.99 && medians[1] >= 1.5 * 0.99, string.Join(' ', medians));
            taken = System.Math.Min(taken, System.Math.Max(medians[0] - 1, medians[1]));
        }
        Assert.InRange(taken, 1.5, 3);
    }

    [Fact]
    public async Task Clients_share_the_work()
    {
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, [.. Quick, "--set", "NumClients=3", "--format", "legacy"]);
        Assert.Equal(0, run.Code);
        Assert.Contains("Total operation count: 640, ", run.Out);
    }

    [Fact]
    public async Task A_workload_of_YCSB_gives_a_result_for_each_kind_of_operation()
    {
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home, [.. Quick, "--set", "Workload=YcsbD", "--set", "NumClients=2",
            "--set", "OperationDataSizeDistribution=List", "--set", "OperationDataSizes=1024,2048"]);
        Assert.Equal(0, run.Code);
        var saved = Saved(home);
        var phases = saved.GetProperty("phases").EnumerateArray()
            .ToDictionary(p => p.GetProperty("name").GetString()!, p => p.GetProperty("operations").GetInt64());
        Assert.Equal(["prepare", "load", "mixed-read", "mixed-insert"], phases.Keys);
        Assert.Equal(1280, phases["mixed-read"] + phases["mixed-insert"]);
        Assert.InRange(phases["mixed-insert"], 40, 90);
        Assert.Equal((0.95, "Workload YcsbD", 1), (
            saved.GetProperty("parameters").GetProperty("ReadProportion").GetDouble(),
            saved.GetProperty("parameterOrigins").GetProperty("ReadProportion").GetString(),
            saved.GetProperty("seed").GetInt32()));
        Assert.Contains(" mixed: closed loop: ", run.Out);
    }

    [Fact]
    public async Task When_every_operation_fails_the_code_is_3_and_the_errors_are_saved()
    {
        using var home = new TemporaryFolder();
        var run = await Sfperf.RunAsync(home,
            [.. Quick, "--set", "OperationTimeoutInMilliseconds=1", "--set", "SimulatedWriteInMicroseconds=50000",
                "--set", "NumReadOperationsTotal=0"]);
        Assert.Equal(3, run.Code);
        var write = Saved(home).GetProperty("phases").EnumerateArray().Single(p =>
            p.GetProperty("name").GetString() == "write");
        Assert.Equal(0, write.GetProperty("operations").GetInt64());
        Assert.Equal(640, write.GetProperty("errors").GetProperty("Timeout").GetInt64());
    }

    [Fact]
    public async Task An_interrupt_saves_what_was_measured_and_gives_code_5()
    {
        Assert.SkipWhen(System.OperatingSystem.IsWindows(), "Signals are sent as on Unix.");
        using var home = new TemporaryFolder();
        using var process = Sfperf.Start(home, [.. Quick, "--set", "NumWriteOperationsTotal=1000000"]);
        string? line;
        do
            line = await process.StandardError.ReadLineAsync();
        while (line is not null && !line.Contains("ops/s", System.StringComparison.Ordinal));
        Assert.NotNull(line);
        Assert.Equal(0, Kill(process.Id, SigInt));
        var run = await Sfperf.EndAsync(process);
        Assert.Equal(5, run.Code);
        var write = Saved(home).GetProperty("phases").EnumerateArray().Single(p =>
            p.GetProperty("name").GetString() == "write");
        Assert.InRange(write.GetProperty("operations").GetInt64(), 1, 999_999);
    }

    private static JsonElement Saved(TemporaryFolder home)
    {
        var folder = Assert.Single(Directory.GetDirectories(Path.Combine(home.Path, "results")));
        return JsonElement.Parse(File.ReadAllText(Path.Combine(folder, "run.json")));
    }

    private static string LegacyLine(string phase) =>
        $"^{phase} test results - Run time: [0-9:.]+, Total operation count: 640, "
        + @"Average operations/sec: [0-9.]+, Average operation latency \(milliseconds\): [0-9.]+$";

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int pid, int signal);
}
