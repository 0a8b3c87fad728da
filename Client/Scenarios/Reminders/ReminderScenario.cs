using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using Microsoft.ServiceFabric.Services.Client;
using SfPerf.Client.Scenarios.Failover;
using SfPerf.Commands;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Platform;
using SfPerf.Scenarios;
using SfPerf.ServiceContracts;

namespace SfPerf.Client.Scenarios.Reminders;

/// <summary>Specifies what becomes of the primary before the reminders are due.</summary>
internal static class ReminderArms
{
    public const string DueAtOnce = "due at once";
    public const string AfterFailover = "due in a fail-over";

    public static IReadOnlyList<string> All { get; } = [DueAtOnce, AfterFailover];
}

/// <summary>Registers reminders that are all due at one moment, kills their primary just before it where the arm says
/// so, and asks each actor how late its reminder came. The cluster is on this machine: all clocks are one.</summary>
internal sealed class ReminderScenario(FailoverCluster cluster, ReminderSettings settings, TimeProvider time)
{
    private static readonly TimeSpan KillBeforeDue = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan BetweenQueries = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan BetweenCalls = TimeSpan.FromMilliseconds(5);
    private long _nextActor;

    /// <summary>Runs one arm with actors that no earlier one used.</summary>
    /// <exception cref="SfPerfException">The cluster was not whole in time, a call failed, or the registrations took
    /// longer than they may.</exception>
    public async Task<ArmResult> RunAsync(string arm, CancellationToken token)
    {
        try
        {
            return await MeasureAsync(arm, token).ConfigureAwait(false);
        }
        catch (AggregateException e)
        {
            throw new SfPerfException(
                ExitCode.NothingMeasured, $"{arm}: a call of an actor failed: {e.InnerException?.Message}", e);
        }
    }

    private async Task<ArmResult> MeasureAsync(string arm, CancellationToken token)
    {
        var before = await CompleteAsync(token).ConfigureAwait(false);
        ServicePartitionResolver.SetDefault(new ServicePartitionResolver(cluster.Info.ClientEndpoint));
        var service = new Uri(before.Service);
        IReminderActor[] actors = [.. Enumerable.Range(0, settings.Reminders).Select(_ => NewActor(service))];
        var bystander = NewActor(service);
        await bystander.GetLatenessAsync().WaitAsync(token).ConfigureAwait(false);
        var due = time.GetUtcNow() + settings.Lead;
        await ForEachAsync(actors, a => a.ScheduleAsync(due.UtcTicks), token).ConfigureAwait(false);
        if (time.GetUtcNow() > due - KillBeforeDue)
        {
            throw new SfPerfException(ExitCode.NothingMeasured, $"{settings.Reminders} registrations took longer than "
                + $"LeadSeconds = {settings.Lead.TotalSeconds}; allowed: more seconds, or fewer reminders.");
        }

        await WaitUntilAsync(due - KillBeforeDue, token).ConfigureAwait(false);
        if (arm == ReminderArms.AfterFailover)
            ProcessControl.Kill(before.Primary!.Pid);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        var calls = CallAsync(bystander, stop.Token);
        var lateness = await CollectAsync(actors, due, token).ConfigureAwait(false);
        await stop.CancelAsync().ConfigureAwait(false);
        return Result(arm, due, lateness, await calls.ConfigureAwait(false));
    }

    private ArmResult Result(
        string arm, DateTimeOffset due, long[][] lateness, List<(DateTimeOffset Began, TimeSpan Took)> calls)
    {
        var late = new LatencyHistogram();
        foreach (var ticks in lateness.SelectMany(l => l.Take(1)))
            late.Record(Math.Max(0, ticks) * TimeSpan.NanosecondsPerTick);
        var last = lateness.SelectMany(l => l.Take(1)).DefaultIfEmpty().Max();
        var phase = new PhaseResult
        {
            Name = arm, Kind = OperationKind.Read, StartedUtc = due, Operations = late.Count,
            Failed = settings.Reminders - late.Count, Seconds = TimeSpan.FromTicks(last).TotalSeconds,
            Outstanding = settings.Reminders, Latency = late,
        };
        // After a kill of the primary, the reminders count from the time at which the next primary serves.
        var first = due + TimeSpan.FromTicks(
            Math.Max(0, lateness.SelectMany(l => l.Take(1)).DefaultIfEmpty().Min()));
        var firing = calls.FindAll(c => c.Began >= first);
        return new ArmResult(phase, new Dictionary<string, double>
        {
            [FigureNames.Twice] = lateness.Count(l => l.Length > 1),
            [FigureNames.CallsMeanwhile] = calls.Count,
            [FigureNames.LongestCall] = LongestMs(calls),
            [FigureNames.CallsWhileFiring] = firing.Count,
            [FigureNames.LongestCallWhileFiring] = LongestMs(firing),
        });

        static double LongestMs(List<(DateTimeOffset Began, TimeSpan Took)> some) =>
            some.Select(c => c.Took.TotalMilliseconds).DefaultIfEmpty(double.PositiveInfinity).Max();
    }

    private IReminderActor NewActor(Uri service) =>
        ActorProxy.Create<IReminderActor>(new ActorId(_nextActor++), service);

    // Calls one actor that has no reminder, again and again.
    private async Task<List<(DateTimeOffset Began, TimeSpan Took)>> CallAsync(
        IReminderActor bystander, CancellationToken token)
    {
        var calls = new List<(DateTimeOffset Began, TimeSpan Took)>();
        while (!token.IsCancellationRequested)
        {
            var (began, timestamp) = (time.GetUtcNow(), time.GetTimestamp());
            await bystander.GetLatenessAsync().ConfigureAwait(false);
            calls.Add((began, time.GetElapsedTime(timestamp)));
            await Task.Delay(BetweenCalls, time, CancellationToken.None).ConfigureAwait(false);
        }

        return calls;
    }

    // Asks those whose reminder has not come yet; in the end all once more, for reminders that came again.
    private async Task<long[][]> CollectAsync(IReminderActor[] actors, DateTimeOffset due, CancellationToken token)
    {
        var lateness = new long[actors.Length][];
        int[] left = [.. Enumerable.Range(0, actors.Length)];
        while (left.Length > 0 && time.GetUtcNow() < due + settings.FireMax)
        {
            await Task.Delay(BetweenQueries, time, token).ConfigureAwait(false);
            await ForEachAsync(left, AskAsync, token).ConfigureAwait(false);
            left = [.. left.Where(i => lateness[i].Length == 0)];
        }

        await ForEachAsync(Enumerable.Range(0, actors.Length), AskAsync, token).ConfigureAwait(false);
        return lateness;

        async Task AskAsync(int i) => lateness[i] = await actors[i].GetLatenessAsync().ConfigureAwait(false);
    }

    private Task ForEachAsync<T>(IEnumerable<T> items, Func<T, Task> call, CancellationToken token) =>
        Parallel.ForEachAsync(items,
            new ParallelOptions { MaxDegreeOfParallelism = settings.Outstanding, CancellationToken = token },
            async (item, t) => await call(item).WaitAsync(t).ConfigureAwait(false));

    private async Task WaitUntilAsync(DateTimeOffset moment, CancellationToken token)
    {
        if (moment - time.GetUtcNow() is { Ticks: > 0 } wait)
            await Task.Delay(wait, time, token).ConfigureAwait(false);
    }

    private async Task<ClusterSnapshot> CompleteAsync(CancellationToken token)
    {
        var since = time.GetTimestamp();
        while (time.GetElapsedTime(since) < settings.RecoveryMax)
        {
            if (await cluster.FindAsync(token).ConfigureAwait(false) is { IsComplete: true } snapshot)
                return snapshot;
            await Task.Delay(Poll, time, token).ConfigureAwait(false);
        }

        throw new SfPerfException(
            ExitCode.Unreachable, $"not all replicas were there after {settings.RecoveryMax.TotalSeconds} s.");
    }
}
