using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Targets;
using SfPerf.TestKit;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

public sealed class ClosedLoopTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Writes_and_reads_come_out_exact_and_in_turn_over_the_items()
    {
        var written = new ConcurrentBag<int>();
        var read = new ConcurrentBag<int>();
        var target = new TestTarget
        {
            Partitions = [0, 3],
            Write = async (item, _, _) =>
            {
                await Task.Yield();
                written.Add(item);
            },
            Read = async (item, _) =>
            {
                await Task.Yield();
                read.Add(item);
            },
        };
        var result = await RunAsync(target, RunSpecification.WriteThenRead(1000, 8, 2500, 4, 1024, 100));
        Assert.Equal(["prepare", "write", "read"], result.Phases.Select(p => p.Name));
        Assert.Equal([2L, 1000L, 2500L], result.Phases.Select(p => p.Operations));
        Assert.Equal([2L, 1000L, 2500L], result.Phases.Select(p => p.Latency.Count));
        Assert.Equal([0L, 0L, 0L], result.Phases.Select(p => p.Failed));
        Assert.All(result.Phases, p => Assert.NotNull(p.FirstOperation));
        Assert.All(read.GroupBy(i => i), g => Assert.Equal(25, g.Count()));
        Assert.Equal(1002, written.Count);
        Assert.Equal(1000, result.Phases[1].PerSecond.Sum(r => r.Operations));
        Assert.False(result.Cancelled);
    }

    [Fact]
    public async Task Never_more_and_in_full_flight_never_fewer_than_the_outstanding_run_at_once()
    {
        var (running, most) = (0, 0);
        var full = new TaskCompletionSource();
        var target = new TestTarget
        {
            Read = async (_, token) =>
            {
                var now = Interlocked.Increment(ref running);
                InterlockedMax(ref most, now);
                if (now == 16)
                    full.TrySetResult();
                await full.Task.WaitAsync(Limit, token);
                Interlocked.Decrement(ref running);
            },
        };
        var result = await RunAsync(target, RunSpecification.WriteThenRead(0, 1, 500, 16, 1024, 10));
        Assert.Equal(16, most);
        Assert.Equal(500, result.Phases[2].Operations);
    }

    [Fact]
    public async Task Failures_are_counted_by_kind_and_end_nothing()
    {
        var target = new TestTarget
        {
            Read = (item, _) => item switch
            {
                1 => throw new LoadOperationException(ErrorKind.Stale, "old"),
                2 => throw new InvalidOperationException("no"),
                3 => ValueTask.FromException(new TimeoutException()),
                _ => default,
            },
        };
        var specification = RunSpecification.WriteThenRead(0, 1, 100, 3, 1024, 10);
        specification = specification with { Phases = [specification.Phases[1] with { FailurePause = TimeSpan.Zero }] };
        var phase = (await RunAsync(target, specification)).Phases[1];
        Assert.Equal((70L, 30L), (phase.Operations, phase.Failed));
        Assert.Equal(new Dictionary<string, long> { ["InvalidOperation"] = 10, ["Stale"] = 10, ["Timeout"] = 10 },
            phase.Errors);
        Assert.Equal(phase.Errors, phase.PerSecond.SelectMany(s => s.Errors).GroupBy(e => e.Key)
            .ToDictionary(g => g.Key, g => g.Sum(e => e.Value)));
        Assert.Equal((70L, 30L), (phase.Latency.Count, phase.FailedLatency.Count));
        Assert.Null(phase.Stopped);
    }

    [Fact]
    public async Task A_bound_on_failures_ends_the_phase_when_told_to()
    {
        var target = new TestTarget { Read = (_, _) => throw new InvalidOperationException() };
        var phase = (await RunAsync(target, new RunSpecification
        {
            Phases = [new() { Name = "read", Shares = OperationShares.Reads, Operations = 1000,
                FailuresMax = 5, FailurePause =
                TimeSpan.Zero }],
        })).Phases[1];
        Assert.Equal(5, phase.Failed);
        Assert.Equal("5 operations failed", phase.Stopped);
    }

    [Fact]
    public async Task An_operation_over_its_timeout_counts_as_Timeout_and_the_worker_goes_on()
    {
        var target = new TestTarget
        {
            Read = async (item, token) =>
            {
                if (item == 4)
                    await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
            },
        };
        var phase = (await RunAsync(target, new RunSpecification
        {
            Items = 10,
            Phases =
            [
                new() { Name = "read", Shares = OperationShares.Reads, Operations = 10, OperationTimeout =
                    TimeSpan.FromSeconds(1) },
            ],
        })).Phases[1];
        Assert.Equal((9L, 1L), (phase.Operations, phase.Errors["Timeout"]));
    }

    [Fact]
    public async Task An_operation_that_succeeds_after_its_timeout_counts_as_Timeout_too()
    {
        var time = new ManualTimeProvider();
        var target = new TestTarget
        {
            Read = (item, _) =>
            {
                // Item 5 takes the whole timeout and no more.
                if (item is 4 or 5)
                    time.Advance(TimeSpan.FromMilliseconds(item == 4 ? 1001 : 1000));
                return default;
            },
        };
        var run = await new LoadRunner(target, new RunSpecification
        {
            Items = 10,
            Phases =
            [
                new() { Name = "read", Shares = OperationShares.Reads, Operations = 10, OperationTimeout =
                    TimeSpan.FromSeconds(1), FailurePause = TimeSpan.Zero },
            ],
        }, new LoadRunnerOptions { Time = time }).RunAsync(TestContext.Current.CancellationToken).WaitAsync(Limit);
        Assert.Equal((9L, 1L), (run.Phases[1].Operations, run.Phases[1].Errors["Timeout"]));
        Assert.Equal(1, run.Phases[1].FailedLatency.Count);
    }

    [Fact]
    public async Task Cancelling_keeps_what_was_measured()
    {
        using var cancel = new CancellationTokenSource();
        var done = 0;
        var target = new TestTarget
        {
            Write = async (_, sequence, token) =>
            {
                if (sequence > 1 && Interlocked.Increment(ref done) > 50)
                {
                    await cancel.CancelAsync();
                    await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
                }
            },
        };
        var runner = new LoadRunner(target, RunSpecification.WriteThenRead(1000, 1, 1000, 1, 1024, 10));
        var result = await runner.RunAsync(cancel.Token).WaitAsync(Limit);
        Assert.True(result.Cancelled);
        Assert.Equal(["prepare", "write"], result.Phases.Select(p => p.Name));
        Assert.Equal((50L, 0L, 1L, "cancelled"), (result.Phases[1].Operations, result.Phases[1].Failed,
            result.Phases[1].Abandoned, result.Phases[1].Stopped));
    }

    [Fact]
    public async Task A_target_that_ignores_cancellation_does_not_hold_the_result()
    {
        using var cancel = new CancellationTokenSource();
        var never = new TaskCompletionSource();
        var target = new TestTarget
        {
            Read = async (_, _) =>
            {
                await cancel.CancelAsync();
                await never.Task;
            },
        };
        var runner = new LoadRunner(target, RunSpecification.WriteThenRead(0, 1, 10, 1, 1024, 10),
            new LoadRunnerOptions { DrainTimeout = TimeSpan.FromMilliseconds(50) });
        var result = await runner.RunAsync(cancel.Token).WaitAsync(Limit);
        Assert.Equal((0L, 1L), (result.Phases[2].Operations, result.Phases[2].Abandoned));
    }

    [Fact]
    public async Task Preparing_retries_a_store_that_is_not_ready_and_reports_it()
    {
        var calls = 0;
        var target = new TestTarget
        {
            Write = (_, _, _) => ++calls < 3 ? throw new InvalidOperationException("warming up") : default,
        };
        var prepare = (await RunAsync(target, RunSpecification.WriteThenRead(0, 1, 0, 1, 1024, 1))).Phases[0];
        Assert.Equal((1L, 2L), (prepare.Operations, prepare.Errors["InvalidOperation"]));
        // The runtime's timers count in steps of a few milliseconds and may end that much early.
        Assert.True(prepare.FirstOperation >= 50_000_000, "two pauses of 20 and 40 ms lie before the first success");
    }

    [Fact]
    public async Task A_store_that_stays_away_is_named_with_its_last_words()
    {
        var target = new TestTarget { Write = (_, _, _) => throw new InvalidOperationException("nobody home") };
        var runner = new LoadRunner(target, new RunSpecification(),
            new LoadRunnerOptions { PrepareTimeout = TimeSpan.FromMilliseconds(100) });
        var e = await Assert.ThrowsAsync<TargetUnreachableException>(() => runner.RunAsync(default).WaitAsync(Limit));
        Assert.Contains("nobody home", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_mixed_phase_gives_one_result_a_kind()
    {
        var (writes, reads) = (0, 0);
        var target = new TestTarget
        {
            Write = (_, _, _) =>
            {
                Interlocked.Increment(ref writes);
                return default;
            },
            Read = (_, _) =>
            {
                Interlocked.Increment(ref reads);
                return default;
            },
        };
        var result = await RunAsync(target, new RunSpecification
        {
            Items = 10,
            Phases = [new() { Name = "mixed", Shares = new(0.75, 0.25), Operations = 10_000, Outstanding = 4 }],
        });
        Assert.Equal(["prepare", "mixed-write", "mixed-read"], result.Phases.Select(p => p.Name));
        Assert.Equal([writes - 1, (long)reads], result.Phases.Skip(1).Select(p => p.Operations));
        Assert.Equal(10_000, writes - 1 + reads);
        Assert.InRange(reads, 7300, 7700);
    }

    [Fact]
    public void A_run_is_divided_as_the_original_divides_it()
    {
        var whole = RunSpecification.WriteThenRead(10, 5, 7, 3, 1024, 8);
        var parts = Enumerable.Range(0, 3).Select(i => whole.Part(i, 3)).ToArray();
        Assert.Equal([4L, 3L, 3L], parts.Select(p => p.Phases[0].Operations!.Value));
        Assert.Equal([2, 2, 1], parts.Select(p => p.Phases[0].Outstanding));
        Assert.Equal([3L, 2L, 2L], parts.Select(p => p.Phases[1].Operations!.Value));
        Assert.Equal([3, 3, 2], parts.Select(p => p.Items));
        Assert.Throws<ArgumentException>(() => whole.Part(0, 4));
    }

    internal static async Task<RunResult> RunAsync(ILoadTarget target, RunSpecification specification) =>
        await new LoadRunner(target, specification).RunAsync(TestContext.Current.CancellationToken).WaitAsync(Limit);

    private static void InterlockedMax(ref int place, int value)
    {
        for (var old = place; old < value; old = place)
            Interlocked.CompareExchange(ref place, value, old);
    }
}
