using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>Represents one thread that owns the manager's state; others post to its bounded queue.</summary>
internal sealed class ManagerLoop : IDisposable
{
    private const int QueueMax = 8192;
    private readonly BlockingCollection<Action> _queue = new(QueueMax);
    private readonly Queue<Action> _next = [];
    private readonly Thread _thread;
    private readonly Action<Exception> _failed;

    /// <param name="failed">Told of an exception that an action let through: a fault of ours.</param>
    internal ManagerLoop(Action<Exception> failed)
    {
        _failed = failed;
        _thread = new(Run) { IsBackground = true, Name = "manager" };
        _thread.UnsafeStart();
    }

    /// <summary>
    /// Queues an action. Blocks while the queue is full; from the loop itself it follows the present action.
    /// </summary>
    internal void Post(Action action)
    {
        if (Thread.CurrentThread == _thread)
        {
            _next.Enqueue(action);
            return;
        }
        try
        {
            _queue.Add(action);
        }
        catch (InvalidOperationException)
        {
            // The manager has stopped: there is nothing left to report.
        }
    }

    /// <summary>Runs a function on the loop.</summary>
    internal Task<T> InvokeAsync<T>(Func<T> function)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        Post(() =>
        {
            try
            {
                done.SetResult(function());
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
        });
        return done.Task;
    }

    public void Dispose()
    {
        _queue.CompleteAdding();
        _thread.Join();
        _queue.Dispose();
    }

    private void Run()
    {
        foreach (var action in _queue.GetConsumingEnumerable())
        {
            Try(action);
            while (_next.TryDequeue(out var next))
                Try(next);
        }
    }

    private void Try(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e)
        {
            _failed(e);
        }
    }
}
