using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Threading;

/// <summary>A counted gate whose waiters enter in the order they came and wake on a thread of their own.</summary>
internal sealed class AsyncGate
{
    private readonly Lock _lock = new();
    private readonly Queue<TaskCompletionSource> _waiting = [];
    private int _free;

    internal AsyncGate(int places) => _free = places;

    internal bool TryEnter()
    {
        lock (_lock)
        {
            if (_free == 0 || _waiting.Count > 0)
                return false;
            _free--;
            return true;
        }
    }

    internal ValueTask EnterAsync()
    {
        TryEnter(int.MaxValue, out var entered);
        return entered;
    }

    /// <summary>Enters or waits, unless so many wait already.</summary>
    internal bool TryEnter(int waitingMax, out ValueTask entered)
    {
        entered = default;
        lock (_lock)
        {
            if (_free > 0 && _waiting.Count == 0)
            {
                _free--;
                return true;
            }

            if (_waiting.Count >= waitingMax)
                return false;
            var waiter = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Enqueue(waiter);
            entered = new(waiter.Task);
            return true;
        }
    }

    internal void Release()
    {
        TaskCompletionSource? next;
        lock (_lock)
        {
            if (!_waiting.TryDequeue(out next))
                _free++;
        }

        next?.SetResult();
    }
}
