using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management.Evaluation;

namespace SfPerf.Fabric.Cluster.Management.Faults;

/// <summary>Defines what chaos needs of a cluster. Any thread.</summary>
internal interface IChaosCluster
{
    /// <summary>Gets what can be struck now, and what is not whole or, by a policy, in error; empty where all is well.
    /// </summary>
    Task<(ChaosState State, string Unstable)> LookAsync(ClusterHealthPolicy policy);

    /// <exception cref="ClusterException">The target is not there any more, or refuses.</exception>
    Task StrikeAsync(ChaosFault fault);
}

/// <summary>
/// Represents one run of chaos: waits until the cluster is whole, strikes, pauses, and so on until its time is over or
/// it is stopped.
/// </summary>
internal sealed class ChaosRun(IChaosCluster cluster, ChaosParameters parameters, ChaosLog log, TimeProvider time)
{
    private static readonly TimeSpan LookPause = TimeSpan.FromMilliseconds(100);
    private readonly long _start = time.GetTimestamp();

    internal ChaosParameters Parameters => parameters;

    /// <summary>Runs to the end; a cancellation is an end in order.</summary>
    internal async Task RunAsync(CancellationToken stop)
    {
        log.Add("Started", parameters: parameters);
        try
        {
            for (var iteration = 0; !IsOver; iteration++)
                await IterateAsync(iteration, stop).ConfigureAwait(false);
            log.Add("Stopped", "Its time to run is over.");
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            log.Add("Stopped", "It was asked to stop.");
        }
    }

    private bool IsOver => parameters.TimeToRunSeconds != ChaosParameters.Forever
        && time.GetElapsedTime(_start).TotalSeconds >= parameters.TimeToRunSeconds;

    private async Task IterateAsync(int iteration, CancellationToken stop)
    {
        if (await StateAsync(stop).ConfigureAwait(false) is not { } state)
            return;
        if (IsOver)
            return;
        var faults = ChaosChoice.Choose(iteration, parameters, state);
        if (faults.Count == 0)
        {
            log.Add("Waiting", "There is nothing that may be struck.");
        }
        else
        {
            log.Add("ExecutingFaults", faults: [.. faults.Select(f => f.ToString())]);
            foreach (var (index, fault) in faults.Index())
            {
                if (index > 0)
                    await PauseAsync(parameters.FaultPauseSeconds, stop).ConfigureAwait(false);
                await StrikeAsync(fault).ConfigureAwait(false);
            }
        }
        if (parameters.IterationPauseSeconds > 0 || faults.Count == 0)
        {
            log.Add("Waiting", $"{parameters.IterationPauseSeconds} s before the next iteration.");
            await PauseAsync(Math.Max(1, parameters.IterationPauseSeconds), stop).ConfigureAwait(false);
        }
    }

    // Returns the state once everything is whole, or null if that takes too long; such an attempt counts as an
    // iteration.
    private async Task<ChaosState?> StateAsync(CancellationToken stop)
    {
        var start = time.GetTimestamp();
        while (true)
        {
            var (state, unstable) = await cluster.LookAsync(parameters.HealthPolicy).ConfigureAwait(false);
            if (unstable.Length == 0)
                return state;
            if (time.GetElapsedTime(start).TotalSeconds >= parameters.StabilizationSeconds)
            {
                log.Add("ValidationFailed",
                    $"The cluster is not whole after {parameters.StabilizationSeconds} s. {unstable}");
                return null;
            }
            if (IsOver)
                return null;
            await Task.Delay(LookPause, time, stop).ConfigureAwait(false);
        }
    }

    private async Task StrikeAsync(ChaosFault fault)
    {
        try
        {
            await cluster.StrikeAsync(fault).ConfigureAwait(false);
        }
        catch (ClusterException e)
        {
            log.Add("TestError", $"{fault}: {e.Message}");
        }
    }

    private async Task PauseAsync(long seconds, CancellationToken stop)
    {
        var left = parameters.TimeToRunSeconds - time.GetElapsedTime(_start).TotalSeconds;
        var pause = parameters.TimeToRunSeconds == ChaosParameters.Forever ? seconds : Math.Min(seconds, left);
        // Whole milliseconds, upwards: a timer that fires before the end would strike once more.
        if (pause > 0)
            await Task.Delay(TimeSpan.FromMilliseconds(Math.Ceiling(pause * 1000)), time, stop).ConfigureAwait(false);
    }
}

/// <summary>The events of all runs of chaos, the last ones of them. Thread-safe.</summary>
internal sealed class ChaosLog(TimeProvider time)
{
    private const int EventsMax = 4096;
    private readonly Lock _gate = new();
    private readonly Queue<ChaosEvent> _events = []; // guarded by _gate
    private long _last; // guarded by _gate

    internal void Add(
        string kind, string reason = "", IReadOnlyList<string>? faults = null, ChaosParameters? parameters = null)
    {
        lock (_gate)
        {
            if (_events.Count == EventsMax)
                _ = _events.Dequeue();
            _events.Enqueue(new(++_last, time.GetUtcNow(), kind, reason, faults ?? [], parameters));
        }
    }

    internal ChaosEvent[] All()
    {
        lock (_gate)
            return [.. _events];
    }
}
