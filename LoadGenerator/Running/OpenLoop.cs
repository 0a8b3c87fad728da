using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Metrics.Histograms;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Hands operations, in the order of their intended start, to workers that are free. What finds none waits in
/// the backlog and keeps its intended start.</summary>
internal sealed class OpenLoop(int workers)
{
    private readonly Lock _gate = new();
    private readonly Stack<OpenLoopSlot> _free = new(workers);
    private readonly Queue<Arrival> _backlog = new();
    private readonly TaskCompletionSource _allFree = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _ended;
    private readonly LatencyBands _lateness = new();
    private long _lateStarts;

    /// <summary>Gets how late operations that were put off have begun.</summary>
    internal LatencyBands Lateness
    {
        get
        {
            lock (_gate)
                return _lateness.Copy();
        }
    }

    /// <summary>Gets the operations that wait for a free worker.</summary>
    internal long Backlog
    {
        get
        {
            lock (_gate)
                return _backlog.Count;
        }
    }

    /// <summary>Gets the intended start of the operation that has waited longest; null when none waits.</summary>
    internal long? OldestWaiting
    {
        get
        {
            lock (_gate)
                return _backlog.TryPeek(out var oldest) ? oldest.Intended : null;
        }
    }

    /// <summary>Ends when every worker waits for its first operation.</summary>
    internal Task AllFree => _allFree.Task;

    internal long LateStarts
    {
        get
        {
            lock (_gate)
                return _lateStarts;
        }
    }

    internal ValueTask<Arrival> NextAsync(OpenLoopSlot slot)
    {
        lock (_gate)
        {
            if (_backlog.TryDequeue(out var waiting))
                return new(waiting);
            if (_ended)
                return default;
            slot.Reset();
            _free.Push(slot);
            if (_free.Count == workers)
                _allFree.TrySetResult();
            return new(slot, slot.Version);
        }
    }

    /// <summary>An operation that was put off has begun.</summary>
    internal void BeganLate(long nanoseconds)
    {
        lock (_gate)
            _lateness.Record(nanoseconds);
    }

    /// <summary>Starts an operation, or puts it off.</summary>
    /// <returns>The intended start of the oldest operation that was put off; the operation's own when none
    /// was.</returns>
    internal long Offer(Arrival arrival)
    {
        OpenLoopSlot? slot;
        lock (_gate)
        {
            if (!_free.TryPop(out slot))
            {
                _backlog.Enqueue(arrival with { PutOff = true });
                _lateStarts++;
                return _backlog.Peek().Intended;
            }
        }
        slot.Set(arrival);
        return arrival.Intended;
    }

    /// <summary>Takes back what no worker has begun, and returns how many.</summary>
    internal int Abandon()
    {
        lock (_gate)
        {
            var waiting = _backlog.Count;
            _backlog.Clear();
            return waiting;
        }
    }

    /// <summary>There will be no more: workers end when the backlog is empty.</summary>
    internal void End()
    {
        OpenLoopSlot[] free;
        lock (_gate)
        {
            _ended = true;
            free = [.. _free];
            _free.Clear();
        }
        // A worker that has thrown never becomes free: do not wait for it.
        _allFree.TrySetResult();
        foreach (var slot in free)
            slot.Set(default);
    }
}
