using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Running;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

public sealed class MixedPhaseTests
{
    private const int Items = 50;
    private const int Operations = 4000;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData(KeyChoice.Sequential)]
    [InlineData(KeyChoice.Uniform)]
    [InlineData(KeyChoice.Zipfian)]
    [InlineData(KeyChoice.Latest)]
    [InlineData(KeyChoice.Hotspot)]
    public async Task Reads_meet_only_items_whose_insert_was_acknowledged(KeyChoice keys)
    {
        var acknowledged = new ConcurrentDictionary<int, bool>();
        var early = 0;
        var target = new TestTarget
        {
            Write = async (item, _, _) =>
            {
                await Task.Yield();
                acknowledged[item] = true;
            },
            Read = (item, _) =>
            {
                if (!acknowledged.ContainsKey(item))
                    Interlocked.Increment(ref early);
                return default;
            },
        };
        var result = await RunAsync(target, new OperationShares(0.6, 0.1, 0.3), keys, insertsMax: Operations);
        var inserts = result.Phases.Single(p => p.Name == "mixed-insert").Operations;
        Assert.Equal(0, early);
        Assert.InRange(inserts, 1000, 1400);
        Assert.Equal(Items + inserts, acknowledged.Count);
        Assert.Equal(Operations, result.Phases.Skip(2).Sum(p => p.Operations));
    }

    [Fact]
    public async Task Latest_reads_what_was_inserted_last_most_often()
    {
        var newest = 0;
        var (hits, reads) = (0, 0);
        var target = new TestTarget
        {
            Write = (item, _, _) =>
            {
                newest = item;
                return default;
            },
            Read = (item, _) =>
            {
                hits += item == newest ? 1 : 0;
                reads++;
                return default;
            },
        };
        await RunAsync(target, new OperationShares(0.9, 0, 0.1), KeyChoice.Latest, Operations, outstanding: 1);
        Assert.InRange(hits / (double)reads, 0.15, 0.45);
    }

    [Fact]
    public async Task Inserts_beyond_the_room_for_them_become_updates()
    {
        var result = await RunAsync(new TestTarget(), new OperationShares(0.5, 0.25, 0.25), KeyChoice.Uniform, 10);
        Assert.Equal(10, result.Phases.Single(p => p.Name == "mixed-insert").Operations);
        Assert.InRange(result.Phases.Single(p => p.Name == "mixed-write").Operations, 1800, 2200);
    }

    [Fact]
    public async Task A_read_modify_write_is_a_read_and_a_write_and_counts_once()
    {
        var calls = new ConcurrentQueue<string>();
        var target = new TestTarget
        {
            Write = (item, _, _) =>
            {
                calls.Enqueue($"write {item}");
                return default;
            },
            Read = (item, _) =>
            {
                calls.Enqueue($"read {item}");
                return default;
            },
        };
        var result = await RunAsync(
            target, new OperationShares(0, 0, 0, 1), KeyChoice.Uniform, insertsMax: 0, outstanding: 1);
        Assert.Equal(Operations, result.Phases.Single(p => p.Name == "mixed-readmodifywrite").Operations);
        var pairs = calls.Skip(1 + Items).Chunk(2).ToList();
        Assert.Equal(Operations, pairs.Count);
        Assert.All(pairs, p => Assert.Equal(p[0].Replace("read", "write", StringComparison.Ordinal), p[1]));
    }

    [Fact]
    public async Task Scans_ask_for_one_row_to_the_most_all_equally_often()
    {
        var rows = new ConcurrentQueue<int>();
        var target = new TestScanTarget { Scan = (_, rowsMax) => rows.Enqueue(rowsMax) };
        var result = await RunAsync(
            target, new OperationShares(0, 0, 0.05, 0, 0.95), KeyChoice.Zipfian, Operations, scanRowsMax: 100);
        Assert.Equal(["mixed-insert", "mixed-scan"], result.Phases.Skip(2).Select(p => p.Name));
        Assert.InRange(rows.Count, 3700, 3900);
        Assert.Equal(rows.Count, result.Phases[3].Operations);
        Assert.Equal((1, 100), (rows.Min(), rows.Max()));
        Assert.InRange(rows.Average(), 48.5, 52.5);
    }

    [Fact]
    public async Task Scans_of_a_target_that_has_none_are_refused()
    {
        var e = await Assert.ThrowsAsync<ArgumentException>(() => RunAsync(
            new TestTarget(), new OperationShares(0.5, 0, 0, 0, 0.5), KeyChoice.Uniform, 0, scanRowsMax: 100));
        Assert.Equal("Phase mixed has scans, and TestTarget has none.", e.Message);
    }

    private static Task<RunResult> RunAsync(TestTarget target, OperationShares shares, KeyChoice keys, int insertsMax,
        int outstanding = 8, int scanRowsMax = 0)
    {
        var workload = new WorkloadShape { IsMixed = true, Keys = keys };
        var mixed = new PhaseSpecification
        {
            Name = "mixed", Shares = shares, Operations = Operations, Outstanding = outstanding,
        };
        var run = new RunSpecification
        {
            Items = Items, InsertsMax = insertsMax, ScanRowsMax = scanRowsMax,
            Phases = workload.Phases(mixed, Items, 0, "warm"),
        };
        return new LoadRunner(target, run).RunAsync(default).WaitAsync(Limit);
    }
}
