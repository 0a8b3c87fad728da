using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>The calls of one session that may overlap and have not begun. While a call runs and others wait behind
/// it, a helper stands in the pool's queue: should the call block, the helper runs the others.</summary>
internal sealed class ReadyCalls(Action flush) : IThreadPoolWorkItem
{
    private readonly Lock _gate = new();
    private readonly Queue<DispatchCall> _calls = [];
    private volatile int _helpersQueued; // 0 or 1
    private volatile DispatchCall? _running;

    /// <summary>The helper: sends the replies gathered so far, too.</summary>
    public void Execute()
    {
        _helpersQueued = 0;
        flush();
        RunAll();
        flush();
    }

    internal void Add(DispatchCall call)
    {
        lock (_gate)
            _calls.Enqueue(call);
    }

    /// <summary>Runs the calls on this thread, each to its end or its first wait.</summary>
    internal void Run()
    {
        if (RunAll())
            flush();
    }

    /// <summary>Lets another thread run the calls.</summary>
    internal void Pass()
    {
        bool any;
        lock (_gate)
            any = _calls.Count > 0;
        if (any)
            QueueHelper();
    }

    // Tells whether replies were held back. Those are sent by the helper when it starts, by whoever finds no more
    // calls, or with any later reply.
    private bool RunAll()
    {
        var heldBack = false;
        while (TryTake(out var call, out var hasMore))
        {
            if (hasMore)
                QueueHelper();
            if (_running is { IsLong: true } && !call.Operation.IsTask)
            {
                // Operations that used to be short now block: later ones must not take the threads of the pool as well.
                OperationThreads.Queue(call.Run);
                continue;
            }

            heldBack |= hasMore;
            call.MayWait = hasMore;
            _running = call;
            call.Run();
            _running = null;
        }

        return heldBack;
    }

    private bool TryTake([NotNullWhen(true)] out DispatchCall? call, out bool hasMore)
    {
        lock (_gate)
        {
            var taken = _calls.TryDequeue(out call);
            hasMore = _calls.Count > 0;
            return taken;
        }
    }

    private void QueueHelper()
    {
        if (_helpersQueued == 0 && Interlocked.Exchange(ref _helpersQueued, 1) == 0)
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }
}
