using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>
/// A call with arguments TArguments and result TResult; pooled. The service method begins on the thread pool, or on the
/// receive thread where <see cref="OnReceiveThread"/> lets short calls begin there. The thread that completes its task
/// writes the reply.
/// </summary>
internal sealed class ServerCall<TArguments, TResult> : ServerCall
    where TArguments : IArguments<TArguments>
{
    private const int PooledMax = 1024;
    private static readonly HandedBack<ServerCall<TArguments, TResult>> Pool = new(PooledMax);
    private readonly Action _onCompleted;
    private object _bound = null!;
    private TArguments _arguments = default!;
    private CancellationToken _token;
    private Task? _task;

    private ServerCall() => _onCompleted = Reply;

    internal static ServerCall<TArguments, TResult> Rent(object bound, TArguments arguments, CancellationToken token)
    {
        var call = Pool.Take(out _) ?? new();
        (call._bound, call._arguments, call._token) = (bound, arguments, token);
        return call;
    }

    public override void Execute()
    {
        try
        {
            _task = _arguments.Invoke(_bound, _token)
                ?? throw new InvalidOperationException("The service method returned null where a task is expected.");
        }
        catch (Exception e)
        {
            // Thrown by the service's code before its first await: an answer like any other.
            _task = Task.FromException<TResult>(e);
        }
        if (_task.IsCompleted)
            Reply();
        else
            _task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(_onCompleted);
    }

    private void Reply()
    {
        var (connection, number, task, route, arguments) = (Connection, Number, _task!, Route, _arguments);
        _task = null;
        _arguments = default!;
        _token = default;
        Connection = null!;
        Route = null!;
        Pool.TryPut(this);
        try
        {
            if (!task.IsCompletedSuccessfully)
                connection.ReplyFault(number, FailureOf(task, route), convertors: route.Convertors);
            else if (task is Task<TResult> typed)
                connection.ReplyResult(number, Blocking.End(typed));
            else
                connection.ReplyResult(number, default(TResult)!);
        }
        catch (Exception e)
        {
            // This is a thread of the pool, or one of the service's: nothing above would catch it.
            connection.Break(e);
        }
        // Not before: the result may be one of them.
        if (connection.Arrays is { } arrays)
            arguments.GiveBack(arrays);
    }

    // A replica that closed while the method ran refuses its state as closed. Its caller finds the next one.
    private static Exception FailureOf(Task task, ServiceRoute route) => task.Exception?.InnerException switch
    {
        null => new TaskCanceledException(task),
        FabricObjectClosedException closed when route.IsClosed => new FabricNotPrimaryException(closed.Message, closed),
        { } failure => failure,
    };
}
