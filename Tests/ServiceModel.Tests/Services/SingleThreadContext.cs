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
    private int _operations;

    internal SingleThreadContext()
    {
        _thread = new(Run) { IsBackground = true };
        _thread.Start();
    }

    internal int ThreadId => _thread.ManagedThreadId;

    /// <summary>Gets the operations that have started and not completed.</summary>
    internal int Operations => Volatile.Read(ref _operations);

    public override void Post(SendOrPostCallback d, object? state) => _work.Add(() => d(state));

    public override void OperationStarted() => Interlocked.Increment(ref _operations);

    public override void OperationCompleted() => Interlocked.Decrement(ref _operations);

    public void Dispose()
    {
        _work.CompleteAdding();
        _thread.Join();
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
