using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Results;
using SfPerf.TestKit;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.Peers.Tests;

/// <summary>What holds for every peer; the servers are real.</summary>
public abstract class PeerTests(PeerKind kind, RunningPeer peer)
{
    protected static readonly TargetSpecification Few = new(64, PayloadSizes.Fixed(1024), Seed: 1);

    protected IReadOnlyList<PeerEndpoint> Members
    {
        get
        {
            try
            {
                return PeerEndpoint.ParseList(string.Join(',', peer.Endpoints), kind);
            }
            catch (NotSupportedException e)
            {
                Assert.Skip(e.Message);
                throw;
            }
        }
    }

    protected static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Every_read_is_what_was_written_and_nothing_fails()
    {
        var results = await RunAsync(Target(), [
            Phase("write", OperationShares.Writes), Phase("read", OperationShares.Reads)]);
        Assert.Equal([(OperationKind.Prepare, 1, 0), (OperationKind.Write, 2000, 0), (OperationKind.Read, 2000, 0)],
            results.Select(r => (r.Kind, r.Operations, r.Failed)));
    }

    // YCSB's A, B, D and F.
    [Theory]
    [InlineData(0.5, 0.5, 0, 0)]
    [InlineData(0.95, 0.05, 0, 0)]
    [InlineData(0.95, 0, 0.05, 0)]
    [InlineData(0.5, 0, 0, 0.5)]
    public async Task Operations_of_several_kinds_run_at_once_and_every_read_is_right(
        double reads, double updates, double inserts, double readModifyWrites)
    {
        var results = await RunMixedAsync(new(reads, updates, inserts, readModifyWrites));
        Assert.All(results, r => Assert.Empty(r.Errors));
        Assert.Equal(2000, results.Where(r => r.Name.StartsWith("mixed-", StringComparison.Ordinal))
            .Sum(r => r.Operations));
    }

    // YCSB's E.
    [Fact]
    public async Task Scans_return_every_row_in_order_where_the_peer_keeps_one()
    {
        if (!kind.CanScan())
        {
            Assert.IsNotAssignableFrom<IScanTarget>(Target());
            return;
        }

        var results = await RunMixedAsync(new(0, 0, 0.05, 0, 0.95));
        Assert.All(results, r => Assert.Empty(r.Errors));
        Assert.InRange(results.Single(r => r.Kind == OperationKind.Scan).Operations, 1800, 1990);
    }

    [Fact]
    public async Task More_operations_than_connections_open_more()
    {
        await using var target = Target(o => o with { Connections = 1 });
        await target.PrepareAsync(Few, Token);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(i => target.WriteAsync(i, i + 1, Token).AsTask()));
        await Task.WhenAll(Enumerable.Range(0, 8).Select(i => target.ReadAsync(i, Token).AsTask()));
    }

    [Theory]
    [InlineData(32)]
    [InlineData(1 << 20)]
    public async Task A_value_of_any_size_comes_back(int bytes)
    {
        await using var target = Target();
        await target.PrepareAsync(new TargetSpecification(2, PayloadSizes.Fixed(bytes), Seed: 1), Token);
        await target.WriteAsync(1, 1, Token);
        await target.ReadAsync(1, Token);
    }

    [Fact]
    public async Task A_value_of_another_run_is_told_from_ours()
    {
        await using var ours = Target();
        await using var other = Target();
        await ours.PrepareAsync(Few, Token);
        await other.PrepareAsync(Few, Token);
        await ours.WriteAsync(3, 1, Token);
        await other.WriteAsync(3, 1, Token);
        var failure = await Assert.ThrowsAsync<LoadOperationException>(async () => await ours.ReadAsync(3, Token));
        Assert.Equal(ErrorKind.Lost, failure.Kind);
    }

    [Fact]
    public async Task A_cancelled_operation_spoils_no_later_one()
    {
        await using var target = Target(o => o with { Connections = 1 });
        await target.PrepareAsync(Few, Token);
        await target.WriteAsync(0, 1, Token);
        using var cancel = new CancellationTokenSource();
        var write = target.WriteAsync(1, 2, cancel.Token).AsTask();
        await cancel.CancelAsync();
        try
        {
            await write;
        }
        catch (OperationCanceledException)
        {
            // Or it ended just before.
        }

        for (var i = 0; i < 8; i++)
            await target.ReadAsync(0, Token);
    }

    [Fact]
    public async Task An_endpoint_where_nobody_listens_is_named()
    {
        var nobody = new PeerEndpoint("127.0.0.1", 1);
        var failure = await RefusalAsync(o => o with { Endpoints = [nobody] });
        Assert.Contains($"{nobody} cannot be reached", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_several_members_the_one_that_takes_writes_is_found()
    {
        await using var target = Target(o => o with { Endpoints = [.. Members.Reverse()] });
        await target.PrepareAsync(Few, Token);
        await target.WriteAsync(0, 1, Token);
    }

    protected PeerTarget Target(Func<PeerOptions, PeerOptions>? change = null)
    {
        var options = new PeerOptions { Kind = kind, Endpoints = Members, Connections = 16 };
        return PeerTarget.Create(change?.Invoke(options) ?? options);
    }

    protected async Task<PeerFacts> FactsAsync(Func<PeerOptions, PeerOptions>? change = null)
    {
        await using var target = Target(change);
        await target.PrepareAsync(Few, Token);
        return target.Facts!;
    }

    protected async Task<PeerException> RefusalAsync(Func<PeerOptions, PeerOptions> change)
    {
        await using var target = Target(change);
        return await Assert.ThrowsAsync<PeerException>(() => target.PrepareAsync(Few, Token));
    }

    private static PhaseSpecification Phase(string name, OperationShares shares) =>
        new() { Name = name, Shares = shares, Operations = 2000, Outstanding = 16 };

    private Task<IReadOnlyList<PhaseResult>> RunMixedAsync(OperationShares shares)
    {
        var workload = new WorkloadShape { IsMixed = true, Keys = KeyChoice.Zipfian };
        var mixed = new PhaseSpecification { Name = "mixed", Shares = shares, Operations = 2000, Outstanding = 16 };
        return RunAsync(Target(), [.. workload.Phases(mixed, Few.Items, 0, "warm")]);
    }

    private static async Task<IReadOnlyList<PhaseResult>> RunAsync(PeerTarget target, PhaseSpecification[] phases)
    {
        await using (target)
        {
            var runner = new LoadRunner(target, new RunSpecification
            {
                Items = Few.Items, InsertsMax = 1000, ScanRowsMax = 100, Payload = Few.Payload, Seed = Few.Seed,
                Phases = [.. phases],
            });
            return (await runner.RunAsync(Token)).Phases;
        }
    }
}
