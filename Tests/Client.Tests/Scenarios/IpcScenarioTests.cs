using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Client.Tests.Commands;
using SfPerf.Commands;
using SfPerf.Reports.Runs;
using Xunit;

namespace SfPerf.Client.Tests.Scenarios;

/// <summary>What <c>sfperf scenario ipc</c> takes and prints; its servers are in EndToEnd.Tests.</summary>
public sealed class IpcScenarioTests
{
    private static readonly string[] Small =
        ["scenario", "ipc", "--calls", "5", "--warmup", "2", "--rounds", "2",
            "--cause-calls", "0", "--pinned", "false"];

    [Theory]
    [InlineData("--transports", "Tcp,Pipes", "Transports = Pipes: not a value of Transports; allowed: one of NoIpc, "
        + "NoIpcWithSerialization, MemoryMappedFile, NamedPipe, UnixSocket, Udp, Tcp, ZeroMq, WebApi, RabbitMq, "
        + "WcfPipe, WcfTcp, WcfHttp, ServiceRemoting.")]
    [InlineData("--sizes", "1,0", "PayloadSizes = 0: out of range; allowed: an integer from 1 to 10485760.")]
    [InlineData("--sizes", "1x", "PayloadSizes = 1x: wrong type; allowed: an integer from 1 to 10485760, plain or as ")]
    [InlineData("--serializer", "Json", "Serializer = Json: not a value of Serializer; allowed: one of "
        + "DataContractBinary, Raw.")]
    [InlineData("--framing", "Split", "Framing = Split: not a value of Framing; allowed: one of TwoWrites, OneWrite.")]
    [InlineData("--topology", "netns", "Topology = netns: not a value of Topology; allowed: one of loopback, "
        + "netns-delay.")]
    [InlineData("--map-bytes", "1", "MapBytes = 1: out of range; allowed: an integer from 4096 to 67108864.")]
    public async Task What_is_not_known_is_named_with_what_is_allowed(string option, string value, string problem)
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync("scenario", "ipc", option, value, "--out", folder.Path);
        Assert.Equal((2, ""), (run.Code, run.Out));
        Assert.Contains(problem, run.Error);
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    [Fact]
    public async Task Transports_stand_beside_the_published_figures_and_unpinned_nothing_is_judged()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync([.. Small, "--transports", "NoIpc,Tcp", "--out", folder.Path]);
        Assert.True(run.Code == 0, run.Error);
        Assert.StartsWith(" Not pinned, as asked: of the order nothing is judged.\n latency of 1 B, us ", run.Out);
        Assert.Matches(@"\n Tcp +[0-9.]+ .* 64, 62 +-\n", run.Out);
        Assert.Matches("round 2 of 2: NoIpc: 1 B [0-9.]+ us, 1 KB [0-9.]+ us, 10 KB [0-9.]+ us, 100 KB [0-9.]+ us; ",
            run.Error);
        var runs = RunFolder.ReadAll(folder.Path).Runs;
        Assert.Equal(
            [
                "NoIpc 1 B", "NoIpc 1 KB", "NoIpc 10 KB", "NoIpc 100 KB", "Tcp 1 B", "Tcp 1 KB", "Tcp 10 KB",
                "Tcp 100 KB",
            ],
            runs[0].Run.Phases.Select(p => p.Name));
        Assert.Equal("Tcp 1 B", runs[1].Run.Phases[0].Name);
        Assert.All(runs.SelectMany(r => r.Run.Phases), p => Assert.Equal((5, 0), (p.Operations, p.Failed)));
    }

    [Fact]
    public async Task A_server_without_memory_for_a_size_refuses_that_size_alone()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync([.. Small, "--transports", "MemoryMappedFile", "--map-bytes", "65536",
            "--serializer", "Raw", "--out", folder.Path]);
        Assert.True(run.Code == 0, run.Error);
        Assert.Contains(" MemoryMappedFile 100 KB: unsupported: the slot has 65344 bytes (MapBytes)\n", run.Out);
        Assert.Equal(3, RunFolder.ReadAll(folder.Path).Runs[0].Run.Phases.Count);
    }

    [Fact]
    public async Task With_nothing_that_can_be_measured_it_says_what_is_missing()
    {
        using var folder = new TemporaryFolder();
        var run = await Invocation.RunAsync([.. Small, "--transports", "RabbitMq", "--rabbitmq-server", "/nowhere",
            "--out", folder.Path]);
        Assert.Equal(3, run.Code);
        Assert.Contains("RabbitMq: skipped: needs rabbitmq-server (/nowhere)", run.Error);
    }

    [Fact]
    public async Task Dry_run_starts_nothing()
    {
        var run = await Invocation.RunAsync("scenario", "ipc", Product.File("Parameters/ipc.json"), "--dry-run");
        Assert.Equal((0, ""), (run.Code, run.Error));
        Assert.Matches(@"NumCalls +1000 +\S*ipc.json:", run.Out);
    }

    [Fact]
    public async Task Cancelled_it_ends_with_code_5()
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter();
        var code = await CommandLine.InvokeAsync([.. Small, "--out", folder.Path],
            new Terminal(output, output, Live: false), new CancellationToken(canceled: true));
        Assert.Equal(5, code);
        Assert.Empty(Directory.GetDirectories(folder.Path));
    }
}
