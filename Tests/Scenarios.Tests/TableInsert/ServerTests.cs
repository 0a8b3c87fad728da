using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Reports.Runs;
using SfPerf.Scenarios.TableInsert;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Scenarios.Tests.TableInsert;

/// <summary>What becomes of the scenario when one of its servers is missing, does not start or ends.</summary>
public sealed class ServerTests : IDisposable
{
    private static readonly (string, string)[] Small =
    [
        ("RequestFraming", "Coalesced"), ("EntitiesPerRequest", "1"), ("Expect100Continue", "false"),
        ("NumOperationsMax", "3"), ("NumWarmUpOperations", "1"), ("NumRounds", "2"),
    ];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("sfperf-test-");
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    public void Dispose()
    {
        _folder.Delete(recursive: true);
        _output.Dispose();
        _error.Dispose();
    }

    [Fact]
    public async Task One_that_is_not_installed_is_left_out_and_the_output_says_so()
    {
        Assert.Equal(ExitCode.Ok, await RunAsync(_ => throw new NotSupportedException("needs node")));
        Assert.Contains("sfperf: Azurite is left out: needs node.", _error.ToString(), StringComparison.Ordinal);
        Assert.Equal(["InProcess"], Endpoints());
    }

    [Fact]
    public async Task One_that_does_not_start_has_its_last_words_and_the_other_is_measured()
    {
        Assert.Equal(ExitCode.Unreachable, await RunAsync(
            _ => throw new SfPerfException(ExitCode.Unreachable, "did not start: out of memory (exit code 134)")));
        Assert.Contains("sfperf: Azurite did not start: out of memory (exit code 134)", _error.ToString(),
            StringComparison.Ordinal);
        Assert.Equal(["InProcess"], Endpoints());
        Assert.Contains("confirmed    InProcess: a coalesced insert leaves in 1 segment", _output.ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_that_ends_meanwhile_has_its_last_words_and_the_other_goes_on()
    {
        // A window of the other direction follows in every second round: it is measured once, then it is gone.
        await using var server = new EndingServer(windows: 1);
        Assert.Equal(ExitCode.Unreachable, await RunAsync(_ => Task.FromResult<IInsertServer>(server)));
        Assert.Contains("sfperf: Azurite ended: heap is full", _error.ToString(), StringComparison.Ordinal);
        var runs = RunFolder.ReadAll(_folder.FullName).Runs;
        Assert.Equal([3, 2], runs.Select(r => r.Run.Phases.Count));
        Assert.NotNull(runs[1].Run.Scenario);
        Assert.Single(_error.ToString().Split('\n'), l => l.StartsWith("sfperf: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task With_no_server_left_nothing_is_measured()
    {
        var failure = await Assert.ThrowsAsync<SfPerfException>(() => RunAsync(
            _ => throw new NotSupportedException("needs node"), ("Endpoints", "Azurite")));
        Assert.Equal((ExitCode.Unreachable, "no endpoint is left to insert into."), (failure.Code, failure.Message));
        Assert.Empty(_folder.GetDirectories());
    }

    private async Task<ExitCode> RunAsync(
        Func<CancellationToken, Task<IInsertServer>> azurite, params (string, string)[] values)
    {
        var settings = Given.Settings(_folder.FullName, _output, _error, [.. Small, .. values]);
        return await new InsertCommand(settings, (name, token) => name == InsertCatalogue.Azurite ? azurite(token)
            : Task.FromResult<IInsertServer>(new CountingServer())).RunAsync(TestContext.Current.CancellationToken);
    }

    private IEnumerable<string> Endpoints() => RunFolder.ReadAll(_folder.FullName).Runs
        .SelectMany(r => r.Run.Phases).Select(p => p.Name.Split(' ')[0]).Distinct();

    /// <summary>Refuses connections after some windows, as a server that has ended.</summary>
    private sealed class EndingServer(int windows) : IInsertServer
    {
        private readonly CountingServer _server = new();
        private readonly int _free = ListeningPorts.FindFree();
        private int _asked;

        public string Name => InsertCatalogue.Azurite;

        public Uri Address => _asked++ < windows ? _server.Address : new Uri($"http://127.0.0.1:{_free}");

        public ServerCounts? Counts() => null;

        public Task<string?> EndAsync(CancellationToken token) => Task.FromResult<string?>("heap is full");

        public ValueTask DisposeAsync() => _server.DisposeAsync();
    }
}
