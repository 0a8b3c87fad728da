using System;
using System.Linq;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Contracts;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Workload;
using Xunit;

namespace SfPerf.LoadDriver.Tests;

/// <summary>The driver's calls over net.tcp.</summary>
public sealed class DriverContractTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_run_measures_its_phases_and_hands_over_whole_histograms()
    {
        await using var driver = new RunningDriver(new TestTarget());
        await driver.Client.StartRunAsync("r", RunningDriver.Request()).WaitAsync(Limit);
        Assert.Equal(RunState.Waiting, (await driver.EndOfPhaseAsync("r").WaitAsync(Limit)).State);
        await driver.Client.StartPhaseAsync("r", PhaseNames.Write).WaitAsync(Limit);
        var progress = await driver.EndOfPhaseAsync("r").WaitAsync(Limit);
        Assert.Equal(("write", 1000, 0, 1000),
            (progress.Phase, progress.Completed, progress.Failed, progress.Total));
        var kind = Assert.Single(progress.Kinds!);
        Assert.Equal(("write", 1000L), (kind.Name, LatencyBands.Of(kind.Latency).Count));
        Assert.Empty(kind.Failures);
        await driver.Client.StartPhaseAsync("r", PhaseNames.Read).WaitAsync(Limit);
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);

        var result = await driver.Client.GetResultAsync("r").WaitAsync(Limit);

        var phases = result.Phases.ConvertAll(PhaseResultCodec.Decode);
        Assert.Equal([("prepare", 2), ("write", 1000), ("read", 500)], phases.Select(p => (p.Name, p.Operations)));
        Assert.Equal([2, 1000, 500], phases.Select(p => p.Latency.Count));
        Assert.True(result.AllocatedBytes > 0);
    }

    [Fact]
    public async Task A_mixed_run_has_one_phase_with_a_result_for_each_kind()
    {
        await using var driver = new RunningDriver(new TestTarget());
        var request = RunningDriver.Request();
        request.DataSizes = [100, 5000];
        request.DataSizeDistribution = "Uniform";
        request.Mixed = new MixedSpecification
        {
            NumOperationsTotal = 1000, NumOutstandingOperations = 4, Reads = 0.5, Inserts = 0.25,
            ReadModifyWrites = 0.25, NumInsertsMax = 1000,
        };
        await driver.Client.StartRunAsync("r", request).WaitAsync(Limit);
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);
        var fault = await Assert.ThrowsAsync<FaultException>(
            () => driver.Client.StartPhaseAsync("r", PhaseNames.Write).WaitAsync(Limit));
        Assert.Contains("Phase write is not one of this run; allowed: mixed.", fault.Message);
        await driver.Client.StartPhaseAsync("r", PhaseNames.Mixed).WaitAsync(Limit);
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);

        var phases = (await driver.Client.GetResultAsync("r")).Phases.ConvertAll(PhaseResultCodec.Decode);

        Assert.Equal(["prepare", "load", "mixed-read", "mixed-insert", "mixed-readmodifywrite"],
            phases.Select(p => p.Name));
        Assert.Equal((10, 1000), (phases[1].Operations, phases.Skip(2).Sum(p => p.Operations)));
        Assert.InRange(phases[3].Operations, 200, 300);
    }

    [Fact]
    public async Task A_scan_longer_than_a_message_is_refused()
    {
        await using var driver = new RunningDriver(new TestTarget());
        var request = RunningDriver.Request();
        request.DataSizes = [100_000];
        request.DataSizeDistribution = "Fixed";
        request.Mixed = new MixedSpecification
        {
            NumOperationsTotal = 10, NumOutstandingOperations = 1, Scans = 1, ScanRowsMax = 40,
        };
        var fault = await Assert.ThrowsAsync<FaultException>(
            () => driver.Client.StartRunAsync("r", request).WaitAsync(Limit));
        Assert.Contains("ScanRowsMax = 40; allowed: 1 to 39.", fault.Message);
    }

    [Theory]
    [InlineData(0.5, 0, 1, "Uniform")]
    [InlineData(1, -1, 1, "Uniform")]
    [InlineData(1, 0, 0, "Uniform")]
    [InlineData(1, 0, 1, "Normal")]
    public async Task A_mix_or_sizes_that_cannot_be_are_refused(
        double reads, int inserts, int size, string distribution)
    {
        await using var driver = new RunningDriver(new TestTarget());
        var request = RunningDriver.Request();
        request.DataSizes = [size];
        request.DataSizeDistribution = distribution;
        request.Mixed = new MixedSpecification
        {
            NumOperationsTotal = 10, NumOutstandingOperations = 1, Reads = reads, NumInsertsMax = inserts,
        };
        await Assert.ThrowsAsync<FaultException>(() => driver.Client.StartRunAsync("r", request).WaitAsync(Limit));
    }

    [Fact]
    public async Task Failed_operations_are_counted_by_kind_and_do_not_end_the_run()
    {
        var calls = 0;
        await using var driver = new RunningDriver(new TestTarget
        {
            Write = (_, _) => Interlocked.Increment(ref calls) % 10 == 5
                ? throw new LoadOperationException("Odd", "as told") : default,
        });
        await driver.Client.StartRunAsync("r", RunningDriver.Request(writes: 100));
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);
        await driver.Client.StartPhaseAsync("r", PhaseNames.Write);
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);
        var write = PhaseResultCodec.Decode((await driver.Client.GetResultAsync("r")).Phases[1]);
        Assert.Equal((90, 10, 10), (write.Operations, write.Failed, write.Errors["Odd"]));
    }

    [Fact]
    public async Task Starting_a_run_or_a_phase_twice_is_no_error()
    {
        await using var driver = new RunningDriver(new TestTarget());
        await driver.Client.StartRunAsync("r", RunningDriver.Request());
        await driver.Client.StartRunAsync("r", RunningDriver.Request());
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);
        await driver.Client.StartPhaseAsync("r", PhaseNames.Write);
        await driver.Client.StartPhaseAsync("r", PhaseNames.Write);
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);
        Assert.Equal(2, (await driver.Client.GetResultAsync("r")).Phases.Count);
    }

    [Fact]
    public async Task A_cancelled_run_keeps_what_it_measured()
    {
        var entered = new TaskCompletionSource();
        await using var driver = new RunningDriver(new TestTarget
        {
            Read = async (_, token) =>
            {
                entered.TrySetResult();
                await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
            },
        });
        await driver.Client.StartRunAsync("r", RunningDriver.Request());
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);
        await driver.Client.StartPhaseAsync("r", PhaseNames.Write);
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);
        await driver.Client.StartPhaseAsync("r", PhaseNames.Read);
        await entered.Task.WaitAsync(Limit);

        await driver.Client.CancelRunAsync("r");

        Assert.Equal(RunState.Cancelled, (await driver.EndOfPhaseAsync("r").WaitAsync(Limit)).State);
        var phases = (await driver.Client.GetResultAsync("r")).Phases.ConvertAll(PhaseResultCodec.Decode);
        Assert.Equal([("write", 1000), ("read", 0)], phases.Skip(1).Select(p => (p.Name, p.Operations)));
    }

    [Fact]
    public async Task A_caller_s_mistake_is_answered_with_a_fault_that_says_so()
    {
        await using var driver = new RunningDriver(new TestTarget());
        var unknown = await Assert.ThrowsAsync<FaultException>(() => driver.Client.GetResultAsync("nope"));
        Assert.StartsWith("Run nope is not known here", unknown.Message);
        var request = RunningDriver.Request();
        request.Specifications.NumItems = 0;
        var invalid = await Assert.ThrowsAsync<FaultException>(() => driver.Client.StartRunAsync("r", request));
        Assert.Equal("NumItems = 0; allowed: 1 to 10000000.", invalid.Message);
        await driver.Client.StartRunAsync("r", RunningDriver.Request());
        await driver.EndOfPhaseAsync("r").WaitAsync(Limit);
        var phase = await Assert.ThrowsAsync<FaultException>(() => driver.Client.StartPhaseAsync("r", "rite"));
        Assert.StartsWith("Phase rite is not one of this run; allowed: write, read.", phase.Message);
    }

    [Fact]
    public async Task A_removed_run_is_ended_and_forgotten()
    {
        var target = new TestTarget();
        await using var driver = new RunningDriver(target);
        await driver.Client.StartRunAsync("r", RunningDriver.Request());
        await driver.Client.RemoveRunAsync("r").WaitAsync(Limit);
        Assert.True(target.Disposed.IsCompleted);
        await Assert.ThrowsAsync<FaultException>(() => driver.Client.GetResultAsync("r"));
        await driver.Client.RemoveRunAsync("r").WaitAsync(Limit);
    }

    [Fact]
    public async Task The_originals_three_calls_work()
    {
        await using var driver = new RunningDriver(new TestTarget());
        await driver.Client.InitializeAsync(RunningDriver.Request().Specifications).WaitAsync(Limit);
        Assert.Equal(1000, (await driver.Client.RunWriteTestAsync().WaitAsync(Limit)).TotalOperationsPerformed);
        var read = await driver.Client.RunReadTestAsync().WaitAsync(Limit);
        Assert.Equal(500, read.TotalOperationsPerformed);
        Assert.True(read.OperationLatency100NanoSecRunningTotal >= 0);
        await driver.Client.InitializeAsync(RunningDriver.Request(writes: 10).Specifications).WaitAsync(Limit);
        Assert.Equal(10, (await driver.Client.RunWriteTestAsync().WaitAsync(Limit)).TotalOperationsPerformed);
    }

    [Fact]
    public async Task A_run_can_be_cancelled_while_it_prepares()
    {
        await using var driver = new RunningDriver(new TestTarget
        {
            Write = async (_, token) => await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token),
        });
        await driver.Client.StartRunAsync("r", RunningDriver.Request());
        await driver.Client.CancelRunAsync("r");
        Assert.Equal(RunState.Cancelled, (await driver.EndOfPhaseAsync("r").WaitAsync(Limit)).State);
        Assert.Equal(RunState.Cancelled, (await driver.Client.GetResultAsync("r")).State);
    }

    [Fact]
    public async Task A_run_that_waits_for_a_phase_is_cancelled_and_starts_none()
    {
        await using var driver = new RunningDriver(new TestTarget());
        await driver.Client.StartRunAsync("r", RunningDriver.Request());
        Assert.Equal(RunState.Waiting, (await driver.EndOfPhaseAsync("r").WaitAsync(Limit)).State);

        await driver.Client.CancelRunAsync("r");

        Assert.Equal(RunState.Cancelled, (await driver.EndOfPhaseAsync("r").WaitAsync(Limit)).State);
        var refused = await Assert.ThrowsAsync<FaultException>(() => driver.Client.StartPhaseAsync("r", "write"));
        Assert.StartsWith("Phase write cannot start: the run is Cancelled in phase prepare.", refused.Message);
        // The service is free for another client's run.
        await driver.Client.StartRunAsync("other", RunningDriver.Request());
    }
}
