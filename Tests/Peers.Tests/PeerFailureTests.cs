using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Npgsql;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Results;
using SfPerf.Peers.Etcd;
using SfPerf.TestKit;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.Peers.Tests;

/// <summary>Members of real peers fail while operations are under way. No other test runs meanwhile: others change the
/// variables of this process that say who logs in.</summary>
[CollectionDefinition(nameof(PeerFailureTests), DisableParallelization = true)]
[Collection(nameof(PeerFailureTests))]
public sealed class PeerFailureTests
{
    private const int Items = 64;
    private const int Writes = 1000;
    private const int Failing = 500;
    private const int Outstanding = 16;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_on_Redis_goes_on_without_one_replica_and_counts_what_none_confirms()
    {
        await using var redis = new RunningRedis();
        var members = Members(redis, PeerKind.Redis);
        var one = await RunAsync(PeerKind.Redis, members, () => redis.KillAsync(2));
        AssertWhole(one);
        Assert.Empty(one.Write.Errors);
        var none = await RunAsync(PeerKind.Redis, members, () => redis.KillAsync(3), DurabilityDemand.Configured,
            TimeSpan.FromMilliseconds(250));
        AssertWhole(none);
        Assert.Equal(["NotReplicated"], none.Write.Errors.Keys);
        // A disk that stands still for as long fails earlier ones, too.
        AssertAllLaterFailed(none, Writes);
    }

    [Fact]
    public async Task A_Redis_primary_that_is_gone_leaves_errors_that_say_so()
    {
        await using var redis = new RunningRedis();
        var run = await RunAsync(PeerKind.Redis, Members(redis, PeerKind.Redis), () => redis.KillAsync(1));
        AssertWhole(run);
        Assert.Subset(new HashSet<string> { "Disconnected", "Unreachable" }, run.Write.Errors.Keys.ToHashSet());
        AssertAllLaterFailed(run);
    }

    [Fact]
    public async Task A_run_on_etcd_follows_the_next_leader()
    {
        await using var etcd = new RunningEtcd { ElectionTimeout = TimeSpan.FromSeconds(1) };
        var members = Members(etcd, PeerKind.Etcd);
        // Asked at that moment: on a slow machine members may have elected another since the start.
        var run = await RunAsync(
            PeerKind.Etcd, members, async () => await etcd.KillAsync(await LeaderAsync(members)));
        AssertWhole(run);
        Assert.True(run.Write.Failed > 0);
        Assert.Subset(
            new HashSet<string> { "Disconnected", "Unreachable", "Unavailable" }, run.Write.Errors.Keys.ToHashSet());
        // Pauses after failures leave most of them to the next leader.
        Assert.InRange(run.Write.Failed, 1, Writes / 2);
    }

    [Fact]
    public async Task A_run_on_PostgreSQL_goes_on_when_its_backends_are_ended()
    {
        Environment.SetEnvironmentVariable("PGUSER", "postgres");
        await using var server = new RunningPostgreSql();
        var members = Members(server, PeerKind.PostgreSql);
        var run = await RunAsync(PeerKind.PostgreSql, members, async () =>
        {
            await using var connection = new NpgsqlConnection(
                $"Host=127.0.0.1;Port={members[0].Port};Username=postgres;Database=postgres;Pooling=false");
            await connection.OpenAsync(Token);
            await using var command = new NpgsqlCommand(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sfperf'", connection);
            await command.ExecuteNonQueryAsync(Token);
        });
        AssertWhole(run);
        Assert.InRange(run.Write.Failed, 1, 100);
        Assert.Subset(new HashSet<string> { "Disconnected", "SqlState57P01" }, run.Write.Errors.Keys.ToHashSet());
    }

    private static async Task<int> LeaderAsync(IReadOnlyList<PeerEndpoint> members)
    {
        var start = TimeProvider.System.GetTimestamp();
        for (var i = 0; ; i = (i + 1) % members.Count)
        {
            try
            {
                (await EtcdServer.ConnectAsync(members[i], Token)).Channel.Dispose();
                return i + 1;
            }
            catch (PeerException) when (TimeProvider.System.GetElapsedTime(start) < Limit)
            {
                // A follower, or an election is under way.
            }
        }
    }

    // Each write that began after the interruption failed, and of those before it any that were under way may have.
    private static void AssertAllLaterFailed(
        (PhaseResult Write, PhaseResult Read, InterruptedTarget Target) run, int earlierMax = Outstanding - 1)
    {
        var after = run.Target.After;
        Assert.InRange(after, Writes - Failing, Writes - Failing + 2);
        Assert.Equal(0, run.Target.Survivors);
        Assert.InRange(run.Write.Failed, after, after + earlierMax);
    }

    // Whatever failed, each operation is counted once, and no acknowledged write was lost.
    private static void AssertWhole((PhaseResult Write, PhaseResult Read, InterruptedTarget Target) run)
    {
        Assert.Equal(Writes, run.Write.Operations + run.Write.Failed);
        Assert.Equal(run.Write.Failed, run.Write.Errors.Values.Sum());
        Assert.DoesNotContain(run.Read.Errors.Keys, e => e is ErrorKind.Lost or ErrorKind.Stale or ErrorKind.Corrupt);
    }

    private static IReadOnlyList<PeerEndpoint> Members(RunningPeer peer, PeerKind kind)
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

    private static async Task<(PhaseResult Write, PhaseResult Read, InterruptedTarget Target)> RunAsync(PeerKind kind,
        IReadOnlyList<PeerEndpoint> members, Func<Task> interrupt, DurabilityDemand durability = DurabilityDemand.Fsync,
        TimeSpan? confirmedWithin = null)
    {
        await using var target = new InterruptedTarget(PeerTarget.Create(new PeerOptions
        {
            Kind = kind, Endpoints = members, Connections = Outstanding, Durability = durability,
            OperationTimeout = confirmedWithin ?? TimeSpan.FromSeconds(10),
        }), Failing, interrupt);
        var pause = kind == PeerKind.Etcd ? TimeSpan.FromMilliseconds(10) : TimeSpan.Zero;
        var runner = new LoadRunner(target, new RunSpecification
        {
            Items = Items,
            Phases =
            [
                new() { Name = "write", Operations = Writes, Outstanding = Outstanding, FailurePause = pause },
                new()
                {
                    Name = "read", Shares = OperationShares.Reads, Operations = Items, Outstanding = 4,
                    FailurePause = TimeSpan.Zero,
                },
            ],
        });
        var phases = (await runner.RunAsync(Token).WaitAsync(Limit, Token)).Phases;
        return (phases[1], phases[2], target);
    }
}
