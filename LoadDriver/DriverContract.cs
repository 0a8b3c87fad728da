using System;
using System.Collections.Generic;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.Contracts;
using SfPerf.DriverContracts;
using SfPerf.LoadDriver.Runs;
using SfPerf.Platform.Logging;
using SfPerf.Workload;

namespace SfPerf.LoadDriver;

/// <summary>The calls of <see cref="ILoadDriver"/>. A caller's mistake is answered with a fault that says so.</summary>
[ServiceBehavior(InstanceContextMode = InstanceContextMode.Single, ConcurrencyMode = ConcurrencyMode.Multiple)]
internal sealed class DriverContract(RunTable runs, Uri originalTarget) : ILoadDriver
{
    // The original's trio has no run id; its one run lives under this name.
    private const string OriginalRun = "original";
    private const int WaitMaximumMilliseconds = 10_000;
    private const int OriginalTimeoutMilliseconds = 60_000;

    public async Task InitializeAsync(TestSpecifications testSpecifications)
    {
        await runs.RemoveAsync(OriginalRun).ConfigureAwait(false);
        var request = new RunRequest
        {
            Specifications = testSpecifications, ServiceName = originalTarget.ToString(), VerifyReads = true, Seed = 1,
            OperationTimeoutMilliseconds = OriginalTimeoutMilliseconds,
        };
        Answer(() => runs.Start(OriginalRun, request));
        await Answer(() => runs.Get(OriginalRun)).Work.ConfigureAwait(false);
    }

    public Task<TestResults> RunWriteTestAsync() => RunOriginalAsync(PhaseNames.Write);

    public Task<TestResults> RunReadTestAsync() => RunOriginalAsync(PhaseNames.Read);

    public Task StartRunAsync(string runId, RunRequest request)
    {
        Answer(() => runs.Start(runId, request));
        EventLog.OfProcess.RunAccepted(runId, request.ServiceName, request.Owner ?? "");
        return Task.CompletedTask;
    }

    public Task StartPhaseAsync(string runId, string phase)
    {
        Answer(() => runs.Get(runId).StartPhase(phase));
        EventLog.OfProcess.PhaseBegins(runId, phase);
        return Task.CompletedTask;
    }

    public Task<RunProgress> GetProgressAsync(string runId, long version, int waitMilliseconds)
    {
        var wait = TimeSpan.FromMilliseconds(Math.Clamp(waitMilliseconds, 0, WaitMaximumMilliseconds));
        return Answer(() => runs.Get(runId)).ProgressAsync(version, wait);
    }

    public Task CancelRunAsync(string runId)
    {
        Answer(() => runs.Get(runId).Cancel());
        EventLog.OfProcess.RunCancelled(runId);
        return Task.CompletedTask;
    }

    public Task<RunResult> GetResultAsync(string runId) => Task.FromResult(Answer(() => runs.Get(runId).Result()));

    public Task RemoveRunAsync(string runId)
    {
        EventLog.OfProcess.RunRemoved(runId);
        return runs.RemoveAsync(runId);
    }

    private async Task<TestResults> RunOriginalAsync(string phase)
    {
        var run = Answer(() => runs.Get(OriginalRun));
        Answer(() => run.StartPhase(phase));
        var work = run.Work;
        // The call lasts as long as the phase; asking keeps the run alive meanwhile.
        while (!work.IsCompleted)
            await run.ProgressAsync(long.MaxValue, TimeSpan.FromSeconds(1)).ConfigureAwait(false);
        return Answer(() => run.Sum(phase));
    }

    private static void Answer(Action action) => Answer(() =>
    {
        action();
        return true;
    });

    private static T Answer<T>(Func<T> function)
    {
        try
        {
            return function();
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or KeyNotFoundException
            or UriFormatException)
        {
            EventLog.OfProcess.CallRefused(e.Message);
            throw new FaultException(e.Message);
        }
    }
}
