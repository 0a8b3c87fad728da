using System;
using System.Collections.Concurrent;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.ServiceModel.Tests.Services;

public abstract class Counter : ICounter, IDisposable
{
    private static int _instances;

    private readonly int _id = Interlocked.Increment(ref _instances);

    public static Meeting Meeting { get; set; } = new();

    public static TaskCompletionSource Gate { get; set; } = new();

    /// <summary>Gets the numbers of the instances disposed so far, in whatever test.</summary>
    internal static ConcurrentBag<int> Disposed { get; } = [];

    public int Meet(int wanted, int milliseconds)
    {
        var entering = Meeting.EnterAsync(wanted, milliseconds);
        Blocking.Wait(entering);
        return Blocking.End(entering);
    }

    public Task<int> MeetAsyncTask(int wanted, int milliseconds) => Meeting.EnterAsync(wanted, milliseconds);

    public Task<byte[]> EchoAsync(byte[] bytes) => Task.FromResult(bytes);

    public Task WaitAsync() => Gate.Task;

    public int Instance() => _id;

    public void Dispose()
    {
        Disposed.Add(_id);
        GC.SuppressFinalize(this);
    }
}
