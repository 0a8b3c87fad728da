using System;
using System.Collections.Concurrent;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A synchronization context of one thread, as user interfaces have. It takes no more work when disposed.
/// </summary>
internal sealed class SingleThreadContext : SynchronizationContext, IDisposable
{
    private readonly BlockingCollection<Action> _work = [];
    private readonly Thread _thread;
    private readonly Lock _gate = new();
    private int _operations;                    // guarded by _gate
    private TaskCompletionSource? _allEnded;    // guarded by _gate

    internal SingleThreadContext()
    {
        _thread = new(Run) { IsBackground = true };
        _thread.Start();
    }

    internal int ThreadId => _thread.ManagedThreadId;

    public override void Post(SendOrPostCallback d, object? state) => _work.Add(() => d(state));

    public override void OperationStarted()
    {
        lock (_gate)
            _operations++;
    }

    public override void OperationCompleted()
    {
        lock (_gate)
        {
            if (--_operations == 0)
                _allEnded?.TrySetResult();
        }
    }

    public void Dispose()
    {
        _work.CompleteAdding();
        _thread.Join();
    }

    /// <summary>Ends when each operation that has started has completed, which a call's client may hear of before.
    /// </summary>
    internal Task AllEnded()
    {
        lock (_gate)
        {
            _allEnded = new(TaskCreationOptions.RunContinuationsAsynchronously);
            if (_operations == 0)
                _allEnded.SetResult();
            return _allEnded.Task;
        }
    }

    /// <summary>Runs work on the thread, with the context as the current one.</summary>
    internal Task<T> RunAsync<T>(Func<T> work)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        _work.Add(() =>
        {
            SetSynchronizationContext(this);
            try
            {
                done.SetResult(work());
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
            finally
            {
                SetSynchronizationContext(null);
            }
        });
        return done.Task;
    }

    private void Run()
    {
        foreach (var work in _work.GetConsumingEnumerable())
            work();
    }
}
