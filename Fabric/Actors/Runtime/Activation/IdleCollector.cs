using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Diagnostics;
using SfPerf.Platform;

namespace SfPerf.Fabric.Actors.Runtime.Activation;

/// <summary>
/// Takes actors that nobody has called for a while out of the memory: at the scan after the last one that they may be
/// found unused. What is stored of them stays.
/// </summary>
internal sealed class IdleCollector : IDisposable
{
    /// <summary>As the number of scans that an actor outlives: collected unless it is in use.</summary>
    internal const int Now = int.MinValue;

    // OnDeactivateAsync is user code, which may wait: so many actors' at once.
    private const int DeactivationsMax = 256;

    // The number of actors that are looked at in one go, before the thread is yielded. OnDeactivateAsync may run long
    // without waiting.
    internal const int LooksMax = 256;
    private const int CollectedMax = 16;

    // Partitions that were promoted together do not scan together.
    private const double SpreadMax = 0.09;
    private readonly ActorManager _manager;
    private readonly int _scansMax;
    private readonly TimeSpan _period;
    private readonly Random _random;
    private readonly ITimer _timer;
    private int _isClosed;

    internal IdleCollector(ActorManager manager, ActorGarbageCollectionSettings settings)
    {
        _manager = manager;
        _scansMax = (int)Math.Min(settings.IdleTimeoutInSeconds / settings.ScanIntervalInSeconds, int.MaxValue - 1);
        _period = TimeSpan.FromSeconds(Math.Min(settings.ScanIntervalInSeconds, int.MaxValue / 2000));
        _random = new(manager.Service.Context.PartitionId.GetHashCode());
        _timer = manager.Service.Time.CreateTimer(
            static c => ((IdleCollector)c!).RunAsync().Forget(), this, NextPeriod(), Timeout.InfiniteTimeSpan);
    }

    /// <summary>Looks at each actor once.</summary>
    /// <returns>The number of actors that have left the memory.</returns>
    internal Task<int> ScanAsync() => CollectAsync(_scansMax);

    /// <summary>Deactivates all actors that no turn runs in.</summary>
    internal Task CollectAllAsync() => CollectAsync(Now);

    public void Dispose()
    {
        Volatile.Write(ref _isClosed, 1);
        _timer.Dispose();
    }

    private async Task<int> CollectAsync(int scansMax)
    {
        var collected = 0;
        var (looks, collectedNow) = (0, 0);
        List<Task> deactivations = [];
        foreach (var entry in _manager.Entries)
        {
            if (++looks > LooksMax || collectedNow >= CollectedMax)
            {
                await Task.Yield();
                (looks, collectedNow) = (1, 0);
            }

            if (!entry.TryCollect(scansMax))
                continue;
            collected++;
            collectedNow++;
            var deactivation = ActorManager.DeactivateAsync(entry);
            if (!deactivation.IsCompleted)
                deactivations.Add(deactivation);
            if (deactivations.Count < DeactivationsMax)
                continue;
            await Task.WhenAll(deactivations).ConfigureAwait(false);
            deactivations.Clear();
        }
        await Task.WhenAll(deactivations).ConfigureAwait(false);
        ActorMeter.Collected.Add(collected);
        return collected;
    }

    private async Task RunAsync()
    {
        await ScanAsync().ConfigureAwait(false);
        if (Volatile.Read(ref _isClosed) == 0)
            _timer.Change(NextPeriod(), Timeout.InfiniteTimeSpan);
    }

    private TimeSpan NextPeriod() => _period * (1 + (SpreadMax * _random.NextDouble()));
}
