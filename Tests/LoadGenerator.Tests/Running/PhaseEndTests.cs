using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

/// <summary>A phase ends, or the caller is told why it failed; whatever part of it throws.</summary>
public sealed class PhaseEndTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task A_pacing_thread_that_throws_fails_the_phase()
    {
        var time = new FailingClock(() => Thread.CurrentThread.Name == "SfPerf pacing");
        Assert.Equal(FailingClock.Text, (await FailureAsync(time, new TestTarget(), openLoop: true)).Message);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_worker_that_throws_fails_the_phase(bool openLoop)
    {
        // Set by an operation: what its worker asks the clock next is outside of any operation.
        var isArmed = new AsyncLocal<bool>();
        var time = new FailingClock(() => isArmed.Value);
        var target = new TestTarget
        {
            Write = (_, sequence, _) =>
            {
                isArmed.Value = sequence == 10;
                return default;
            },
        };
        Assert.Equal(FailingClock.Text, (await FailureAsync(time, target, openLoop)).Message);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Progress_that_throws_fails_the_phase(bool openLoop)
    {
        var target = new TestTarget
        {
            // Ends with the phase only: without a watch nobody would end it.
            Write = (_, sequence, token) =>
                sequence < 10 ? default : new(Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token)),
        };
        var thrown = await FailureAsync(TimeProvider.System, target, openLoop,
            _ => throw new InvalidOperationException("The reader of the progress is gone."));
        Assert.Equal("The reader of the progress is gone.", thrown.Message);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_target_that_throws_at_once_fails_operations_and_the_phase_ends(bool openLoop)
    {
        var target = new TestTarget
        {
            Write = (_, sequence, _) => sequence == 1 ? default : throw new LoadOperationException("Odd", "Odd."),
        };
        var runner = new LoadRunner(target, Specification(openLoop));
        var run = await runner.RunAsync(CancellationToken.None).WaitAsync(Limit);
        Assert.Equal((0L, 1000L), (run.Phases[1].Operations, run.Phases[1].Failed));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_phase_ends_with_the_operations_that_were_made_when_nothing_is_left(bool openLoop)
    {
        var left = 100;
        var target = new TestTarget
        {
            Read = (_, _) => Interlocked.Decrement(ref left) >= 0
                ? default : throw new NothingLeftException("all gone"),
        };
        var specification = Specification(openLoop);
        var phase = specification.Phases[0] with { Name = "read", Shares = OperationShares.Reads };
        var runner = new LoadRunner(target, specification with { Phases = [phase, phase with { Name = "again" }] });
        var run = await runner.RunAsync(CancellationToken.None).WaitAsync(Limit);
        Assert.Equal([(100L, 0L, 0L, "all gone"), (0L, 0L, 0L, "all gone")],
            run.Phases.Skip(1).Select(p => (p.Operations, p.Failed, p.Abandoned, p.Stopped)));
    }

    [Fact]
    public async Task A_store_that_lacks_the_method_is_not_asked_again_until_the_time_is_over()
    {
        var tries = 0;
        var target = new TestTarget
        {
            Write = (_, _, _) =>
            {
                tries++;
                throw new AggregateException(new MissingMethodException("There is no such method."));
            },
        };
        var thrown = await Assert.ThrowsAsync<TargetUnreachableException>(
            () => new LoadRunner(target, Specification(openLoop: false)).RunAsync(CancellationToken.None)
                .WaitAsync(Limit));
        Assert.IsType<MissingMethodException>(thrown.InnerException!.GetBaseException());
        Assert.Equal(1, tries);
    }

    private static async Task<InvalidOperationException> FailureAsync(TimeProvider time, ILoadTarget target,
        bool openLoop, Action<RunProgress>? progress = null)
    {
        var options = new LoadRunnerOptions
        {
            Time = time, Progress = progress, ProgressInterval = TimeSpan.FromMilliseconds(10),
        };
        var runner = new LoadRunner(target, Specification(openLoop), options);
        return await Assert.ThrowsAsync<InvalidOperationException>(
            () => runner.RunAsync(CancellationToken.None).WaitAsync(Limit));
    }

    private static RunSpecification Specification(bool openLoop) => new()
    {
        Items = 10,
        Phases =
        [
            new()
            {
                Name = "write", Operations = 1000, Outstanding = 4, FailurePause = TimeSpan.Zero,
                Arrivals = openLoop ? new ArrivalSpecification { Rate = 100_000 } : null,
            },
        ],
    };

    /// <summary>The machine's clock, but it throws where it is told to.</summary>
    private sealed class FailingClock(Func<bool> fails) : TimeProvider
    {
        internal const string Text = "The clock has failed.";

        public override long GetTimestamp() =>
            fails() ? throw new InvalidOperationException(Text) : System.GetTimestamp();
    }
}
