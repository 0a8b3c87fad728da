using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Recording;
using SfPerf.LoadGenerator.Running;
using SfPerf.Metrics.Results;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

public sealed class OperationLogTests
{
    [Fact]
    public async Task Every_operation_of_a_phase_is_logged_with_its_intended_start_and_its_failure()
    {
        var number = 0;
        var target = new TestTarget
        {
            Write = (_, _, _) => Interlocked.Increment(ref number) == 5
                ? throw new InvalidOperationException("the fifth") : default,
        };
        var log = new OperationLog();
        var runner = new LoadRunner(
            target, new RunSpecification { Items = 4 }, new LoadRunnerOptions { Log = log });
        await runner.PrepareAsync(TestContext.Current.CancellationToken);
        Assert.Empty(log.Take());

        var results = await runner.RunPhaseAsync(new PhaseSpecification
        {
            Name = "write", Operations = 40, Outstanding = 2, Arrivals = new ArrivalSpecification { Rate = 1000 },
        }, TestContext.Current.CancellationToken);

        LoggedOperation[] logged = [.. log.Take().OrderBy(o => o.Intended)];
        Assert.Equal(40, logged.Length);
        Assert.All(logged, o => Assert.Equal(OperationKind.Write, o.Kind));
        Assert.All(logged, o => Assert.True(o.Ended >= o.Intended));
        Assert.Equal((long)results[0].Failed, logged.Count(o => o.Error == "InvalidOperation"));
        Assert.Equal(results[0].Operations, logged.Count(o => o.Error is null));
        Assert.Equal(1, results[0].Failed);
        // Intended starts are as far apart as the rate says, however late operations began.
        var gap = TimeProvider.System.TimestampFrequency / 1000;
        Assert.All(logged.Zip(logged.Skip(1)), p => Assert.InRange(p.Second.Intended - p.First.Intended,
            gap - 1, gap + 1));
        Assert.Empty(log.Take());
    }

    [Fact]
    public async Task A_kind_has_succeeded_since_a_time_once_an_operation_of_it_ended_without_a_failure()
    {
        var fails = false;
        var target = new TestTarget
        {
            Write = (_, _, _) => fails ? throw new InvalidOperationException("not yet") : default,
        };
        var log = new OperationLog();
        var runner = new LoadRunner(
            target, new RunSpecification { Items = 4 }, new LoadRunnerOptions { Log = log });
        await runner.PrepareAsync(TestContext.Current.CancellationToken);
        var writes = new PhaseSpecification { Name = "write", Operations = 1, Outstanding = 1 };
        var before = TimeProvider.System.GetTimestamp();
        Assert.False(log.HasSucceeded(OperationKind.Write, 0));

        fails = true;
        await runner.RunPhaseAsync(writes, TestContext.Current.CancellationToken);
        Assert.Single(log.Take());
        Assert.False(log.HasSucceeded(OperationKind.Write, 0));

        fails = false;
        await runner.RunPhaseAsync(writes, TestContext.Current.CancellationToken);
        Assert.Single(log.Take());
        Assert.True(log.HasSucceeded(OperationKind.Write, before));
        Assert.False(log.HasSucceeded(OperationKind.Write, TimeProvider.System.GetTimestamp() + 1));
        Assert.False(log.HasSucceeded(OperationKind.Read, 0));
    }
}
