using System;
using System.Collections.Concurrent;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.TestKit;
using SfPerf.Tests.Actors;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes.Actors;

/// <summary>What actors keep when their primary's process is killed.</summary>
[Collection(nameof(DefaultResolverCollection))]
public sealed class LedgerTests
{
    /// <summary>Names the variable with the seconds for which primaries are killed in case 61; 20 unless set.</summary>
    private const string SecondsVariable = "SFPERF_ACTOR_KILL_SECONDS";
    private const int Callers = 64;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan BetweenKills = TimeSpan.FromSeconds(5);

    [Fact]
    [Trait("ActorCase", "30")]
    public async Task Actor_case_30_Two_states_of_a_turn_are_both_stored_or_neither_when_the_primary_is_killed()
    {
        const int Actors = 16;
        await using var cluster = await ActorCluster.StartAsync("Ledger");
        using var stop = new CancellationTokenSource();
        var acknowledged = new int[Actors];
        var callers = Enumerable.Range(0, Actors).Select(a => Task.Run(() => AppendAsync(a))).ToArray();
        for (var kill = 1; kill <= 3; kill++)
        {
            // Each caller has a turn at its commit, or near it, all the time.
            var before = acknowledged.Sum();
            await Eventually.HoldsAsync(() => acknowledged.Sum() > before + (100 * Actors));
            await cluster.KillPrimaryAsync("Ledger");
            // A turn counts its ids apart from them: where one of the two is missing, the list fails.
            foreach (var actor in Enumerable.Range(0, Actors))
            {
                var least = Volatile.Read(ref acknowledged[actor]);
                var ids = await cluster.Actor<ILedger>("Ledger", actor).ListAsync().WaitAsync(Limit);
                Assert.Equal(Enumerable.Range(0, ids.Length).Select(i => (long)i), ids);
                Assert.InRange(ids.Length, least, int.MaxValue);
            }
        }

        await stop.CancelAsync();
        await Task.WhenAll(callers).WaitAsync(Limit);

        async Task AppendAsync(int actor)
        {
            var ledger = cluster.Actor<ILedger>("Ledger", actor);
            for (long i = 0; !stop.IsCancellationRequested; i++)
            {
                await ledger.AppendAsync(i);
                Volatile.Write(ref acknowledged[actor], (int)i + 1);
            }
        }
    }

    [Fact]
    [Trait("ActorCase", "58")]
    public async Task Actor_case_58_A_call_whose_primary_is_killed_after_its_commit_runs_again_and_finds_it()
    {
        await using var cluster = await ActorCluster.StartAsync("Ledger");
        var ledger = cluster.Actor<ILedger>("Ledger", 1);
        await ledger.AppendAsync(1).WaitAsync(Limit);
        var (id, call) = (1L, Task.CompletedTask);
        do
        {
            // A primary that is replaced on a busy machine between the commit and the file lets the call that runs
            // again end at once: the next id is tried.
            var path = Path.Combine(cluster.Folder, $"answer{++id}");
            call = ledger.AppendThenHoldAsync(id, path);
            _ = await Task.WhenAny(call, ExistsAsync(path + ".entered")).WaitAsync(Limit);
        }
        while (call.IsCompleted);

        await cluster.KillPrimaryAsync("Ledger");

        // The call that runs again finds the id, and so does not wait for the file that nobody makes.
        await call.WaitAsync(Limit);
        var list = await ledger.ListAsync().WaitAsync(Limit);
        Assert.Equal(Enumerable.Range(1, (int)id).Select(i => (long)i), list);
    }

    [Fact]
    [Trait("ActorCase", "57")]
    public async Task Actor_case_57_A_primary_killed_in_the_middle_of_a_turn_leaves_none_of_it_and_the_call_goes_on()
    {
        await using var cluster = await ActorCluster.StartAsync("Ledger");
        var ledger = cluster.Actor<ILedger>("Ledger", 1);
        await ledger.AppendAsync(1).WaitAsync(Limit);
        var path = Path.Combine(cluster.Folder, "turn");
        var call = ledger.AppendAsToldAsync(2, path);
        await ExistsAsync(path + ".entered");
        File.Delete(path + ".entered");

        await cluster.KillPrimaryAsync("Ledger");

        // The proxy calls again on the new primary. A part of the first turn would make the list fail there.
        await ExistsAsync(path + ".entered");
        Assert.False(call.IsCompleted);
        await File.WriteAllTextAsync(path + ".go", "");
        await call.WaitAsync(Limit);
        Assert.Equal((long[])[1, 2], await ledger.ListAsync().WaitAsync(Limit));
    }

    [Fact]
    [Trait("ActorCase", "61")]
    public async Task Actor_case_61_Ids_that_64_callers_add_while_primaries_are_killed_are_all_there_once()
    {
        var seconds = int.Parse(
            Environment.GetEnvironmentVariable(SecondsVariable) ?? "20", CultureInfo.InvariantCulture);
        await using var cluster = await ActorCluster.StartAsync("Ledger");
        var acknowledged = new ConcurrentDictionary<int, ConcurrentQueue<long>>();
        using var stop = new CancellationTokenSource();
        var callers = Enumerable.Range(0, Callers).Select(c => Task.Run(() => AppendAsync(c))).ToArray();

        var start = TimeProvider.System.GetTimestamp();
        var kills = 0;
        while (TimeProvider.System.GetElapsedTime(start) < TimeSpan.FromSeconds(seconds))
        {
            var before = Acknowledged();
            await Task.WhenAny(Task.WhenAll(callers), Task.Delay(BetweenKills, TimeProvider.System));
            // A failover of a busy machine may take all of that time.
            await Eventually.HoldsAsync(
                () => Acknowledged() > before + Callers || Array.Exists(callers, c => c.IsCompleted));
            if (Array.Exists(callers, c => c.IsCompleted))
                break;
            await cluster.KillPrimaryAsync("Ledger");
            kills++;
        }
        await stop.CancelAsync();
        await Task.WhenAll(callers).WaitAsync(Limit);

        var total = 0;
        foreach (var (actor, ids) in acknowledged)
        {
            var kept = await cluster.Actor<ILedger>("Ledger", actor).ListAsync().WaitAsync(Limit);
            Assert.Equal(kept.Length, kept.Distinct().Count());
            Assert.Empty(ids.Except(kept));
            total += ids.Count;
        }
        Assert.True(total > Callers * kills, $"{total} ids in {kills} kills.");
        TestContext.Current.TestOutputHelper?.WriteLine($"{total} ids acknowledged, {kills} primaries killed.");

        int Acknowledged() => acknowledged.Values.Sum(q => q.Count);

        // Two callers share an actor, so that turns meet.
        async Task AppendAsync(int caller)
        {
            var actor = caller / 2;
            var ledger = cluster.Actor<ILedger>("Ledger", actor);
            for (long i = 0; !stop.IsCancellationRequested; i++)
            {
                var id = ((long)caller << 32) + i;
                await ledger.AppendAsync(id);
                acknowledged.GetOrAdd(actor, _ => new()).Enqueue(id);
            }
        }
    }

    [Fact]
    [Trait("ActorCase", "65")]
    public async Task Actor_case_65_Volatile_states_survive_the_loss_of_one_replica_and_the_loss_of_all_is_told()
    {
        await using var cluster = await ActorCluster.StartAsync("VolatileLedger");
        var ledger = cluster.Actor<ILedger>("VolatileLedger", 1);
        await ledger.AppendAsync(1).WaitAsync(Limit);
        var before = await cluster.DataLossNumberAsync("VolatileLedger");
        await cluster.KillPrimaryAsync("VolatileLedger");
        Assert.Equal((long[])[1], await ledger.ListAsync().WaitAsync(Limit));
        await ledger.AppendAsync(2).WaitAsync(Limit);
        Assert.Equal(before, await cluster.DataLossNumberAsync("VolatileLedger"));

        await cluster.KillAllAsync("VolatileLedger");

        Assert.Empty(await ledger.ListAsync().WaitAsync(Limit));
        await ledger.AppendAsync(3).WaitAsync(Limit);
        Assert.Equal((long[])[3], await ledger.ListAsync().WaitAsync(Limit));
        Assert.True(await cluster.DataLossNumberAsync("VolatileLedger") > before);
    }

    [Fact]
    [Trait("ActorCase", "65")]
    public async Task Actor_case_65_States_that_are_not_kept_are_gone_with_the_primary()
    {
        await using var cluster = await ActorCluster.StartAsync("TransientLedger");
        var ledger = cluster.Actor<ILedger>("TransientLedger", 1);
        await ledger.AppendAsync(1).WaitAsync(Limit);
        Assert.Equal((long[])[1], await ledger.ListAsync().WaitAsync(Limit));

        await cluster.MovePrimaryAsync("TransientLedger");

        Assert.Empty(await ledger.ListAsync().WaitAsync(Limit));
    }

    private static Task ExistsAsync(string path) => Eventually.HoldsAsync(() => File.Exists(path));
}
