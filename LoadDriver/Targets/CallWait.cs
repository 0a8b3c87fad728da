using System;
using System.Collections.Concurrent;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace SfPerf.LoadDriver.Targets;

/// <summary>
/// Waits for a call or for a token, whichever comes first. As Task.WaitAsync, but the objects are used again: once as
/// many exist as calls are under way, a wait allocates nothing.
/// </summary>
internal sealed class CallWait : IValueTaskSource
{
    private const int PooledMaximum = 4096;
    private const int Waiting = 0;
    private const int Ended = 1;
    private const int Abandoned = 2;
    private const int Retired = 3;
    private static readonly ConcurrentQueue<CallWait> Pool = new();
    private readonly Action _onEnd;
    private ManualResetValueTaskSourceCore<bool> _core;
    private CancellationTokenRegistration _registration;
    private CancellationToken _token;
    private Task _call = Task.CompletedTask;
    private int _state;

    private CallWait() => _onEnd = OnEnd;

    /// <summary>Ends when the call has, well or not; the caller then awaits the call itself, which does not
    /// wait.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled first. The call goes on
    /// unobserved.</exception>
    public static ValueTask UntilEndAsync(Task call, CancellationToken token)
    {
        if (call.IsCompleted)
            return default;
        if (!Pool.TryDequeue(out var wait))
            wait = new CallWait();
        return wait.Start(call, token);
    }

    public void GetResult(short token)
    {
        try
        {
            _core.GetResult(token);
        }
        finally
        {
            // An abandoned object is still known to its call, so it is not used again.
            if (Volatile.Read(ref _state) == Ended)
                Return();
        }
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private ValueTask Start(Task call, CancellationToken token)
    {
        _call = call;
        _token = token;
        var task = new ValueTask(this, _core.Version);
        _registration = token.UnsafeRegister(static wait => ((CallWait)wait!).OnCancel(), this);
        call.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(_onEnd);
        return task;
    }

    private void OnEnd()
    {
        if (Interlocked.CompareExchange(ref _state, Ended, Waiting) == Waiting)
        {
            // A cancellation that has begun already may still touch this object: then it must not serve another wait.
            if (!_registration.Unregister())
                Volatile.Write(ref _state, Retired);
            _core.SetResult(true);
            return;
        }

        // Nobody awaits this call any more: its failure was counted as the timeout it took.
        _ = _call.Exception;
    }

    private void OnCancel()
    {
        if (Interlocked.CompareExchange(ref _state, Abandoned, Waiting) == Waiting)
            _core.SetException(new OperationCanceledException(_token));
    }

    private void Return()
    {
        _core.Reset();
        _call = Task.CompletedTask;
        _registration = default;
        _token = default;
        Volatile.Write(ref _state, Waiting);
        if (Pool.Count < PooledMaximum)
            Pool.Enqueue(this);
    }
}
