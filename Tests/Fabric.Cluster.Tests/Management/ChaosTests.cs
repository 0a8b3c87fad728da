using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Cluster.Management.Faults;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

/// <summary>What chaos chooses, and how a run of it goes.</summary>
public sealed class ChaosTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Fact]
    public void The_choice_is_a_function_of_seed_number_and_state()
    {
        var state = State();
        foreach (var seed in Enumerable.Range(0, 200))
        {
            string[] Choices() => [.. Enumerable.Range(0, 20).SelectMany(i =>
                ChaosChoice.Choose(i, new() { Seed = seed, MaxConcurrentFaults = 3 }, state)).Select(f => $"{f}")];
            Assert.Equal(Choices(), Choices());
        }
        // In whatever order the state comes.
        var turned = new ChaosState([.. state.Nodes.Reverse()], [.. state.Hosts.Reverse()],
            [.. state.Partitions.Reverse().Select(p => p with { Replicas = [.. p.Replicas.Reverse()] })]);
        var five = new ChaosParameters { Seed = 5 };
        Assert.Equal(ChaosChoice.Choose(3, five, state), ChaosChoice.Choose(3, five, turned));
        Assert.True(Enumerable.Range(0, 100).Select(i => ChaosChoice.Choose(i, five, state)[0])
            .Select(f => f.Kind).Distinct().Count() == 4, "Each kind is chosen.");
    }

    [Fact]
    public void Faults_of_one_iteration_leave_each_partition_a_quorum()
    {
        var state = State();
        for (var seed = 0; seed < 500; seed++)
        {
            var faults = ChaosChoice.Choose(seed, new() { Seed = seed, MaxConcurrentFaults = 10 }, state);
            Assert.Equal(faults.Distinct(), faults);
            if (faults.Count == 1)
                continue;
            foreach (var partition in state.Partitions.Where(p => p.Stateful))
            {
                var struck = partition.Replicas.Count(r => faults.Any(f => f.Kind switch
                {
                    ChaosFaultKind.RestartNode => f.Node == r.Node,
                    ChaosFaultKind.RestartCodePackage => f.Host == r.Host,
                    ChaosFaultKind.RestartReplica => f.Partition == partition.Id && f.Node == r.Node,
                    _ => f.Partition == partition.Id && r.Primary,
                }));
                Assert.True(struck <= 1, $"seed {seed}: {string.Join("; ", faults)}");
            }
        }
    }

    [Theory]
    [InlineData("T1", null,
        "RestartNode: node N1|RestartCodePackage: N1/A on node N1|RestartCodePackage: N1/B on node N1")]
    [InlineData(null, "fabric:/B", "RestartCodePackage: N1/B on node N1|RestartReplica: fabric:/B/S")]
    public void Filters_choose_what_is_struck(string? type, string? application, string expected)
    {
        var parameters = new ChaosParameters
        {
            NodeTypes = type is null ? null : [type],
            Applications = application is null ? null : [application],
            EnableMoveReplicaFaults = false,
        };
        var struck = Enumerable.Range(0, 300)
            .SelectMany(i => ChaosChoice.Choose(i, parameters with { Seed = i }, State())).Select(f => $"{f}")
            .Where(f => type is null || !f.StartsWith("RestartReplica", StringComparison.Ordinal))
            .Select(f => f.Split(',')[0]).Distinct().Order(StringComparer.Ordinal);
        Assert.Equal(expected.Split('|').Order(StringComparer.Ordinal), struck);
    }

    [Fact]
    public async Task A_run_strikes_when_all_is_whole_and_says_what_it_does()
    {
        var (time, cluster) = (new ManualTimeProvider(), new FakeCluster());
        var log = new ChaosLog(time);
        var run = new ChaosRun(cluster, new()
        {
            Seed = 1, TimeToRunSeconds = 60, StabilizationSeconds = 10, IterationPauseSeconds = 15,
        }, log, time);
        cluster.Unstable = "One is missing.";
        var running = run.RunAsync(CancellationToken.None);
        var start = TimeProvider.System.GetTimestamp();
        for (var second = 0; !running.IsCompleted; second++)
        {
            // The clock goes on only when the run waits for it.
            while (!running.IsCompleted && time.PendingTimers == 0)
            {
                Assert.True(TimeProvider.System.GetElapsedTime(start) < Limit, "It waits for nothing.");
                await Task.Delay(TimeSpan.FromMilliseconds(1), TimeProvider.System);
            }
            if (second == 12)
                cluster.Unstable = "";
            if (second == 14)
                cluster.Refuses = true;
            Assert.True(second < 1000, "It does not end.");
            time.Advance(TimeSpan.FromSeconds(1));
        }
        await running.WaitAsync(Limit);
        var kinds = log.All().Select(e => e.Kind).ToArray();
        Assert.Equal(["Started", "ValidationFailed", "ExecutingFaults", "Waiting", "ExecutingFaults", "TestError"],
            kinds[..6]);
        Assert.Equal("Stopped", kinds[^1]);
        Assert.Equal("The cluster is not whole after 10 s. One is missing.", log.All()[1].Reason);
        Assert.Equal(cluster.Struck, log.All().SelectMany(e => e.Faults));
    }

    [Fact]
    public async Task A_run_that_is_stopped_says_so()
    {
        var (time, cluster) = (new ManualTimeProvider(), new FakeCluster());
        var log = new ChaosLog(time);
        using var stop = new CancellationTokenSource();
        var running = new ChaosRun(cluster, new() { Seed = 1 }, log, time).RunAsync(stop.Token);
        while (log.All().All(e => e.Kind != "Waiting"))
            await Task.Yield();
        await stop.CancelAsync();
        await running.WaitAsync(Limit);
        Assert.Equal("It was asked to stop.", log.All()[^1].Reason);
        _ = Assert.Single(cluster.Struck);
    }

    // Three nodes, two applications: A everywhere, B on N1 alone.
    private static ChaosState State()
    {
        string[] nodes = ["N0", "N1", "N2"];
        return new([.. nodes.Select(n => new ChaosNode(n, "T" + n[1]))],
            [.. nodes.Select(n => new ChaosHost($"{n}/A", n, "fabric:/A")), new ChaosHost("N1/B", "N1", "fabric:/B")],
            [
                .. Enumerable.Range(1, 2).Select(i => new ChaosPartition(
                    new(i, 0, 0, new byte[8]), "fabric:/A/S", "fabric:/A", Stateful: true)
                {
                    Replicas = [.. nodes.Select(n => (n, $"{n}/A", n == "N1"))],
                }),
                new ChaosPartition(new(3, 0, 0, new byte[8]), "fabric:/B/S", "fabric:/B", Stateful: false)
                {
                    Replicas = [("N1", "N1/B", false)],
                },
            ]);
    }

    private sealed class FakeCluster : IChaosCluster
    {
        internal volatile string Unstable = "";
        internal volatile bool Refuses;

        internal List<string> Struck { get; } = [];

        public Task<(ChaosState State, string Unstable)> LookAsync(ClusterHealthPolicy policy) =>
            Task.FromResult((State(), Unstable));

        public Task StrikeAsync(ChaosFault fault)
        {
            Struck.Add($"{fault}");
            return !Refuses ? Task.CompletedTask
                : throw new ClusterException("FABRIC_E_INVALID_OPERATION", "It is gone.");
        }
    }
}
