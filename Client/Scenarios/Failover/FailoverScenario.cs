using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Commands;
using SfPerf.LoadGenerator.Recording;
using SfPerf.LoadGenerator.Running;
using SfPerf.Machine;
using SfPerf.Scenarios;
using SfPerf.Workload;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>Keeps a steady load on the store and injects one event after the other, each when the cluster is complete,
/// serves its clients and has been left alone for a while.</summary>
internal sealed class FailoverScenario(FailoverCluster cluster, FailoverRun run, FailoverSettings settings, int rounds,
    ScenarioProgress progress, TimeProvider time)
{
    /// <summary>The phase under whose load events are injected.</summary>
    public const string SteadyPhase = "steady";

    private const string VerifyPhase = "verify";
    private const int VerifyOutstanding = 50;
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(50);

    // The load phase is longer than any scenario, and is cancelled at the end.
    private static readonly TimeSpan Endless = TimeSpan.FromDays(30);
    private readonly OperationLog _log = new();
    private readonly Faults _faults = new(cluster, settings, time);

    // The operations of the quiet time before the next event, and the time when it began.
    private IReadOnlyList<LoggedOperation> _carried = [];
    private long _begin;

    /// <summary>Runs all rounds; what ends them early is in the run, beside what was measured until then.</summary>
    public async Task RunAsync(CancellationToken token)
    {
        try
        {
            await MeasureAsync(token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            run.Cancelled = true;
        }
        catch (TargetUnreachableException e)
        {
            run.Failure = new SfPerfException(ExitCode.Unreachable, e.Message, e);
        }
        catch (SfPerfException e)
        {
            run.Failure = e;
        }

        run.Cancelled |= token.IsCancellationRequested;
    }

    private async Task MeasureAsync(CancellationToken token)
    {
        var before = await CompleteAsync(_ => true, "the start", token).ConfigureAwait(false);
        var target = new StoreTarget(cluster.Info.ClientEndpoint, new Uri(before.Service));
        await using (target.ConfigureAwait(false))
        {
            var runner = new LoadRunner(target, new RunSpecification
            {
                Items = settings.Items, Payload = PayloadSizes.Fixed(settings.Bytes), Seed = settings.Seed,
            }, new LoadRunnerOptions { Time = time, Log = _log });
            run.Results.Add(await runner.PrepareAsync(token).ConfigureAwait(false));
            run.Results.AddRange(await runner.RunPhaseAsync(
                Closed(PhaseNames.Load, OperationShares.Writes), token).ConfigureAwait(false));
            _log.Take();
            await UnderLoadAsync(runner, token).ConfigureAwait(false);
            run.Verified(await runner.RunPhaseAsync(Closed(VerifyPhase, OperationShares.Reads), token)
                .ConfigureAwait(false));
        }
    }

    private async Task UnderLoadAsync(LoadRunner runner, CancellationToken token)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        var load = runner.RunPhaseAsync(new PhaseSpecification
        {
            Name = SteadyPhase, Shares = new OperationShares(0.5, 0.5), Keys = KeyChoice.Uniform,
            Outstanding = settings.Outstanding, OperationTimeout = settings.OperationTimeout, Duration = Endless,
            Arrivals = new ArrivalSpecification
            {
                Rate = settings.Rate, BacklogMax = settings.RecoveryMax + settings.Stop + settings.OperationTimeout,
            },
        }, stop.Token);
        var events = InjectAllAsync(stop.Token);
        await Task.WhenAny(events, load).ConfigureAwait(false);
        var enough = events.IsCompletedSuccessfully;
        await stop.CancelAsync().ConfigureAwait(false);
        var results = await load.ConfigureAwait(false);
        // An event that is under way may be saving the run so far: nothing is added to it meanwhile.
        await events.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        run.Results.AddRange(results.Select(r => enough ? r with { Stopped = null } : r));
        try
        {
            await events.ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!token.IsCancellationRequested)
        {
            throw new SfPerfException(ExitCode.NothingMeasured, $"the load ended: {results[0].Stopped}.");
        }
    }

    private async Task InjectAllAsync(CancellationToken token)
    {
        _begin = time.GetTimestamp();
        await SettleAsync(token).ConfigureAwait(false);
        for (var round = 1; round <= rounds; round++)
        {
            foreach (var kind in settings.Kinds)
            {
                await InjectAsync(kind, round, token).ConfigureAwait(false);
                run.SavePartial();
            }
        }
    }

    private async Task InjectAsync(string kind, int round, CancellationToken token)
    {
        progress.Begin();
        var events = await ClusterEvents.BeginAsync(cluster.Gateway, token).ConfigureAwait(false);
        var (at, utc, what) = (0L, default(DateTimeOffset), "");
        var before = await CompleteAsync(_ => true, "the event before", token).ConfigureAwait(false);
        var fault = await _faults.InjectAsync(kind, before, Began, token).ConfigureAwait(false);
        run.Add(utc, fault);
        await CompleteAsync(fault.HasPassed, fault.Text, token).ConfigureAwait(false);
        var back = time.GetTimestamp();
        // Clients may find the replicas later. Without this, that time would be counted for the next event.
        await ServedAsync(back, fault.Text, token).ConfigureAwait(false);
        await SettleAsync(token).ConfigureAwait(false);
        var window = new EventWindow(
            [.. _carried, .. _log.Take()], _begin, at, back, time.GetTimestamp(), time.TimestampFrequency);
        // A manager that was started anew numbers its events from 1.
        if (kind != FaultKinds.KillManager)
            run.Add(await events.EndAsync().ConfigureAwait(false));
        var record = run.Ledger.Add(window, kind, round, utc, what);
        _begin = window.Until;
        _carried = [.. window.Operations.Where(o => o.Ended >= _begin)];
        progress.End(round - 1, kind, FormattableString.Invariant(
            $"{record.OutageMs:0} ms without a success, all replicas back after {record.BackMs / 1000:0.0} s"));

        void Began(string target)
        {
            (what, utc) = (target, time.GetUtcNow());
            at = time.GetTimestamp();
        }
    }

    private async Task SettleAsync(CancellationToken token)
    {
        // No process of the cluster ends meanwhile, so no processor time is lost.
        var own = (await cluster.FindAsync(token).ConfigureAwait(false))?.Processes ?? [];
        var before = MachineReading.Take(own);
        await Task.Delay(settings.Settle, time, token).ConfigureAwait(false);
        run.AddBackground(MachineReading.Background(before, MachineReading.Take(own)));
    }

    private async Task ServedAsync(long since, string what, CancellationToken token)
    {
        while (EventWindow.Kinds.Any(kind => !_log.HasSucceeded(kind, since)))
        {
            if (time.GetElapsedTime(since) > settings.RecoveryMax)
            {
                throw new SfPerfException(ExitCode.Unreachable, "all replicas were back, and clients were not served "
                    + $"{settings.RecoveryMax.TotalSeconds} s later, after {what}.");
            }

            await Task.Delay(Poll, time, token).ConfigureAwait(false);
        }
    }

    private async Task<ClusterSnapshot> CompleteAsync(
        Func<ClusterSnapshot, bool> hasPassed, string what, CancellationToken token)
    {
        var since = time.GetTimestamp();
        while (time.GetElapsedTime(since) < settings.RecoveryMax)
        {
            if (await cluster.FindAsync(token).ConfigureAwait(false) is { IsComplete: true } snapshot
                && hasPassed(snapshot))
            {
                return snapshot;
            }

            await Task.Delay(Poll, time, token).ConfigureAwait(false);
        }

        throw new SfPerfException(ExitCode.Unreachable,
            $"not all replicas were back {settings.RecoveryMax.TotalSeconds} s after {what}.");
    }

    private PhaseSpecification Closed(string name, OperationShares shares) => new()
    {
        Name = name, Shares = shares, Operations = settings.Items, Outstanding = VerifyOutstanding,
        OperationTimeout = settings.OperationTimeout,
    };
}
