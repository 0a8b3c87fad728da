using System;
using System.Collections.Concurrent;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>A call whose result is a T. Public only because generated proxies name it.</summary>
public sealed class PendingCall<T> : PendingCall
{
    private const int PooledMax = 1024;
    private static readonly ConcurrentQueue<PendingCall<T>> Pool = new();
    private static readonly TaskCreationOptions Continuations = OnReceiveThread.Continues
        ? TaskCreationOptions.None : TaskCreationOptions.RunContinuationsAsynchronously;

    private TaskCompletionSource<T> _completion = null!;

    private PendingCall()
    {
    }

    internal Task<T> Task => _completion.Task;

    internal static PendingCall<T> Rent()
    {
        if (!Pool.TryDequeue(out var call))
            call = new();
        call._completion = new(Continuations);
        call.Message.Reset(Frames.RequestHeaderBytes);
        return call;
    }

    internal override void Succeed(ref MessageReader reader)
    {
        T value;
        try
        {
            value = Codec<T>.Default.Read(ref reader);
        }
        catch (Exception e)
        {
            // Whatever the result's type throws while it is read fails this call, and no other of the connection.
            Fail(e);
            return;
        }
        Release().TrySetResult(value);
    }

    internal override void Fail(Exception exception) => Release().TrySetException(exception);

    internal override void EndCancelled()
    {
        var token = Token;
        Release().TrySetCanceled(token);
    }

    private TaskCompletionSource<T> Release()
    {
        var completion = _completion;
        Clear();
        if (Pool.Count < PooledMax)
            Pool.Enqueue(this);
        return completion;
    }
}
