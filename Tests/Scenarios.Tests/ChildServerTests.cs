using System;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Scenarios.Tests;

public sealed class ChildServerTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task It_is_ready_when_it_says_so_and_ends_when_its_input_does()
    {
        await using var server = await StartAsync("echo loading; echo ready; cat > /dev/null; echo gone");
        Assert.True(ProcessControl.IsAlive(server.ProcessId));
        Assert.Null(await server.EndAsync(TimeSpan.FromMilliseconds(1), TestContext.Current.CancellationToken));
        var id = server.ProcessId;
        await server.DisposeAsync();
        Assert.False(ProcessControl.IsAlive(id));
    }

    [Fact]
    public async Task One_that_ends_before_it_is_ready_is_told_with_its_last_words()
    {
        var failure = await Assert.ThrowsAsync<SfPerfException>(
            () => StartAsync("echo loading; echo no memory >&2; exit 7"));
        Assert.Equal(ExitCode.Unreachable, failure.Code);
        Assert.StartsWith("did not start: ", failure.Message, StringComparison.Ordinal);
        Assert.Contains("no memory", failure.Message, StringComparison.Ordinal);
        Assert.EndsWith(" (exit code 7)", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_that_ends_later_leaves_its_last_words()
    {
        await using var server = await StartAsync("echo ready; read line; echo heap is full; exit 3");
        Assert.True(ProcessControl.Kill(server.ProcessId));
        Assert.Contains("ready", await server.EndAsync(Limit, TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_program_that_is_not_there_is_named()
    {
        var failure = await Assert.ThrowsAsync<SfPerfException>(() => ChildServer.StartAsync(
            "/no/such/program", [], _ => true, Limit, TestContext.Current.CancellationToken));
        Assert.StartsWith("/no/such/program cannot be started: ", failure.Message, StringComparison.Ordinal);
    }

    private static async Task<ChildServer> StartAsync(string script)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "skipped: needs a Unix shell");
        return await ChildServer.StartAsync("/bin/sh", ["-c", script],
            line => line == "ready", Limit, TestContext.Current.CancellationToken);
    }
}
