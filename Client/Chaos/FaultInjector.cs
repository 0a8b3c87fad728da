using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Chaos.DiskFaults;
using SfPerf.Chaos.Faults;
using SfPerf.Chaos.Histories;
using SfPerf.Commands;
using SfPerf.Platform;

namespace SfPerf.Client.Chaos;

/// <summary>Does to the cluster what the plan says, at the planned times, and records what it did.</summary>
internal sealed class FaultInjector(
    ChaosCluster cluster, FaultyDisk? disk, HistoryRecorder recorder, int partitions, TimeProvider time)
{
    private const int RoundsThereAndBack = 10;
    private static readonly TimeSpan MoveLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan SuccessLimit = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan SuccessPause = TimeSpan.FromMilliseconds(20);
    private readonly List<Task> _lasting = [];
    private Task _failingDisk = Task.CompletedTask;
    private Task _stops = Task.CompletedTask;
    private long _last = time.GetTimestamp();

    /// <summary>Gets what the last fault was, for the progress.</summary>
    public string Last { get; private set; } = "";

    /// <summary>Ends when the last fault is over; every stopped process goes on then, also when it is cancelled. Faults
    /// that were held up beyond the length are left out.</summary>
    /// <exception cref="SfPerfException">The cluster did not start again.</exception>
    public async Task RunAsync(IReadOnlyList<PlannedFault> plan, TimeSpan length, CancellationToken token)
    {
        var start = time.GetTimestamp();
        try
        {
            foreach (var fault in plan)
            {
                var wait = fault.At - time.GetElapsedTime(start);
                if (wait > TimeSpan.Zero)
                    await Task.Delay(wait, time, token).ConfigureAwait(false);
                if (fault.AfterSuccess)
                    await WaitForSuccessAsync(token).ConfigureAwait(false);
                if (time.GetElapsedTime(start) >= length)
                    return;
                await InjectAsync(fault, token).ConfigureAwait(false);
                _last = time.GetTimestamp();
            }
        }
        finally
        {
            await Task.WhenAll(_lasting).ConfigureAwait(false);
        }
    }

    private async Task WaitForSuccessAsync(CancellationToken token)
    {
        var begin = time.GetTimestamp();
        while (time.GetElapsedTime(begin) < SuccessLimit && Enumerable.Range(0, partitions)
            .Any(p => recorder.SinceSuccess(p) > time.GetElapsedTime(_last)))
        {
            await Task.Delay(SuccessPause, time, token).ConfigureAwait(false);
        }
    }

    private async Task InjectAsync(PlannedFault fault, CancellationToken token)
    {
        Last = FaultGroups.Name(fault.Kind);
        var view = await cluster.ViewAsync(token).ConfigureAwait(false);
        if (view is null)
            Skip(fault, "the manager did not answer");
        else if (fault.Kind is FaultKind.KillManager or FaultKind.Restart)
            await RestartAsync(fault, view, token).ConfigureAwait(false);
        else if (fault.Kind is FaultKind.MovePrimary or FaultKind.MovePrimaryAndBack)
            Move(fault, view, token);
        else if (fault.Kind == FaultKind.FailDisk)
            await FailDiskAsync(fault, view, token).ConfigureAwait(false);
        else if (fault.Kind == FaultKind.Freeze)
            await FreezeAsync(fault, view, token).ConfigureAwait(false);
        else if (TargetOf(fault, view) is { } target)
            Strike(fault, view, target, token);
        else
            Skip(fault, "nothing of the kind was there");
    }

    private static ChaosView.Process? TargetOf(PlannedFault fault, ChaosView view)
    {
        if (fault.Kind == FaultKind.KillPrimary)
        {
            var known = view.Partitions.Where(p => p.PrimaryId > 0).ToList();
            return known.Count == 0 ? null : known[fault.Choose(known.Count)] is var p
                ? new(p.PrimaryNode, p.PrimaryId) : null;
        }

        var all = fault.Kind is FaultKind.KillNode or FaultKind.StopNode ? view.Nodes : view.Hosts;
        return all.Count == 0 ? null : all[fault.Choose(all.Count)];
    }

    private void Strike(PlannedFault fault, ChaosView view, ChaosView.Process target, CancellationToken token)
    {
        var node = fault.Kind is FaultKind.KillNode or FaultKind.StopNode;
        var primaries = view.PrimariesIn(p => node ? p.PrimaryNode == target.Node : p.PrimaryId == target.Id);
        var name = $"{(node ? "node" : "host of")} {target.Node} (process {target.Id})";
        var begin = recorder.Now;
        if (fault.Kind is FaultKind.StopHost or FaultKind.StopNode)
        {
            if (ProcessControl.Stop(target.Id))
                Lasts(ContinueAsync(fault, name, target, begin, view.ReadyOf(primaries), token));
            else
                Skip(fault, $"{name} was gone");
        }
        else if (ProcessControl.Kill(target.Id))
        {
            recorder.Add(new FaultRecord(FaultGroups.Name(fault.Kind), name, begin, recorder.Now, primaries)
            {
                Node = target.Node, Ready = view.ReadyOf(primaries),
            });
        }
        else
        {
            Skip(fault, $"{name} was gone");
        }
    }

    private async Task ContinueAsync(PlannedFault fault, string name, ChaosView.Process target, long begin,
        IReadOnlyDictionary<int, IReadOnlyList<string>> ready, CancellationToken token)
    {
        // A cancelled run must not leave a stopped process behind.
        await Task.Delay(fault.Duration, time, token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        // Whoever watches it may have killed it meanwhile.
        _ = ProcessControl.Continue(target.Id);
        recorder.Add(new FaultRecord(FaultGroups.Name(fault.Kind), FormattableString.Invariant(
            $"{name} for {fault.Duration.TotalSeconds:0.0} s"), begin, recorder.Now, [.. ready.Keys])
        {
            Node = target.Node, Ready = ready,
        });
    }

    private void Lasts(Task stop)
    {
        _lasting.Add(stop);
        _stops = Task.WhenAll(_stops, stop);
    }

    // It is waited for: the manager stands still as well, and tells nobody what there is for the next fault.
    private async Task FreezeAsync(PlannedFault fault, ChaosView view, CancellationToken token)
    {
        // The end of the standstill would let a process go on that a fault of its own stopped for longer.
        await _stops.ConfigureAwait(false);
        var begin = recorder.Now;
        // Those that watch others first, so that nobody sees a process that does not answer.
        var stopped = view.ProcessIds.Prepend(cluster.ManagerId).Where(ProcessControl.Stop).ToList();
        await Task.Delay(fault.Duration, time, token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var id in stopped)
            _ = ProcessControl.Continue(id);
        recorder.Add(new FaultRecord(FaultGroups.Name(fault.Kind), FormattableString.Invariant(
            $"{stopped.Count} processes for {fault.Duration.TotalSeconds:0.0} s"), begin, recorder.Now,
            view.PrimariesIn(_ => true)));
    }

    // One disk at a time: a majority of them that fails leaves nobody who could acknowledge anything.
    private async Task FailDiskAsync(PlannedFault fault, ChaosView view, CancellationToken token)
    {
        await _failingDisk.ConfigureAwait(false);
        if (disk is null || view.Nodes.Count == 0)
            Skip(fault, "no node was there");
        else
            _lasting.Add(_failingDisk = LastAsync(disk, fault, view, token));
    }

    private async Task LastAsync(FaultyDisk all, PlannedFault fault, ChaosView view, CancellationToken token)
    {
        var (target, way) = fault.Choose(view.Nodes.Count, DiskFault.All.Count);
        var (node, what) = (view.Nodes[target].Node, DiskFault.All[way]);
        var primaries = view.PrimariesIn(p => p.PrimaryNode == node);
        var begin = recorder.Now;
        all.Set(what.RulesFor(node));
        await Task.Delay(fault.Duration, time, token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        all.Works();
        recorder.Add(new FaultRecord(FaultGroups.Name(fault.Kind), FormattableString.Invariant(
            $"disk of {node}: {what.Name} for {fault.Duration.TotalSeconds:0.0} s"), begin, recorder.Now, primaries)
        {
            Node = node, Ready = view.ReadyOf(primaries),
        });
    }

    private void Move(PlannedFault fault, ChaosView view, CancellationToken token)
    {
        if (view.Partitions.Count == 0)
            Skip(fault, "no partition was there");
        else
            _lasting.Add(MoveAsync(fault, view, fault.Choose(view.Partitions.Count), token));
    }

    private async Task MoveAsync(PlannedFault fault, ChaosView view, int partition, CancellationToken token)
    {
        var begin = recorder.Now;
        var (id, first) = (view.Partitions[partition].Id, view.Partitions[partition].PrimaryNode);
        var planned = fault.Kind == FaultKind.MovePrimaryAndBack ? 2 * RoundsThereAndBack : 1;
        var moves = 0;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(MoveLimit);
        try
        {
            for (; moves < planned; moves++)
            {
                var node = moves % 2 == 1 && first.Length > 0 ? first : null;
                await cluster.MovePrimaryAsync(id, node, limit.Token).ConfigureAwait(false);
            }
        }
        catch (Exception e) when (e is SfPerfException or OperationCanceledException)
        {
            if (moves == 0)
            {
                Skip(fault, e.Message);
                return;
            }
        }
        var target = $"partition {partition}";
        if (planned > 1)
            target += FormattableString.Invariant($", {moves} moves");
        recorder.Add(new FaultRecord(FaultGroups.Name(fault.Kind), target, begin, recorder.Now, [partition])
        {
            Ready = view.ReadyOf([partition]),
        });
    }

    private async Task RestartAsync(PlannedFault fault, ChaosView view, CancellationToken token)
    {
        // A process that is still stopped would delay the end of the old cluster.
        await Task.WhenAll(_lasting).ConfigureAwait(false);
        var begin = recorder.Now;
        if (fault.Kind == FaultKind.KillManager)
            await cluster.KillManagerAsync(token).ConfigureAwait(false);
        else
            await cluster.RestartAsync(token).ConfigureAwait(false);
        recorder.Add(new FaultRecord(
            FaultGroups.Name(fault.Kind), "the whole cluster", begin, recorder.Now, view.PrimariesIn(_ => true)));
    }

    private void Skip(PlannedFault fault, string why) => recorder.Add(
        new FaultRecord(FaultGroups.Name(fault.Kind), "", recorder.Now, recorder.Now, []) { Skipped = why });
}
