using System;
using System.Collections.Concurrent;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Diagnostics;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;
using SfPerf.Fabric.Remoting.Runtime;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Platform;

namespace SfPerf.Fabric.Actors.Runtime.Dispatch;

/// <summary>A turn that a call of an actor's method asks for; pooled.</summary>
internal sealed class MethodTurn<TArguments, TResult> : Turn
    where TArguments : IArguments<TArguments>
{
    private const int PooledMax = 1024;
    private static readonly ConcurrentQueue<MethodTurn<TArguments, TResult>> Pool = new();
    private IActorMethod _method = null!;
    private ActorKey _key;
    private TArguments _arguments = default!;
    private CancellationToken _token;
    private Task? _task;

    private MethodTurn()
    {
    }

    internal override ActorMethodContext Method => _method.Context;

    internal static MethodTurn<TArguments, TResult> Rent(
        IActorMethod method, in ActorKey key, CallPath path, TArguments arguments, CancellationToken token)
    {
        if (!Pool.TryDequeue(out var turn))
            turn = new();
        (turn._method, turn._key, turn.Path) = (method, key, path);
        (turn._arguments, turn._token) = (arguments, token);
        ActorMeter.Outstanding.Add(1);
        return turn;
    }

    internal override bool Arrive()
    {
        if (_method.Service.Manager is { } manager)
            return manager.Enter(this, _key);
        Failure = ActorManager.NotHere();
        Finish(TurnEnd.NotHere);
        return false;
    }

    // Entered on the receive thread already, unless the call begins there.
    public override void Execute()
    {
        if (Entry is not null || Arrive())
            Entry!.Manager.Run(this);
    }

    internal override Task InvokeAsync(ActorBase actor) =>
        _task = _arguments.InvokeOn(actor, _method.Bound, _token)
            ?? throw new InvalidOperationException("The actor's method returned null where a task is expected.");

    internal override void Finish(TurnEnd kind)
    {
        var (connection, number, task, failure) = (Connection, Number, _task, Failure);
        var (isOutside, time) = (Path.IsEmpty, _method.Service.Time);
        ActorMeter.Outstanding.Add(-1);
        if (Arrived != 0)
            ActorMeter.Request.RecordSince(Arrived, time);
        (_task, _arguments, _token, _key) = (null, default!, default, default);
        Clear();
        if (Pool.Count < PooledMax)
            Pool.Enqueue(this);
        var began = ActorMeter.Serialization.Enabled ? time.GetTimestamp() : 0;
        try
        {
            if (failure is not null)
                connection.ReplyFault(number, failure, FrameOf(kind, isOutside));
            else if (task is Task<TResult> typed)
                connection.ReplyResult(number, typed.Completed());
            else
                connection.ReplyResult(number, default(TResult)!);
        }
        catch (Exception e)
        {
            // This is a thread of the pool, or one of the service's: nothing above would catch it.
            connection.Break(e);
        }
        ActorMeter.Serialization.RecordSince(began, time);
    }

    // Within a turn, which others wait for, a caller is told at once that its actor was not free.
    private static byte FrameOf(TurnEnd kind, bool isOutside) => kind switch
    {
        TurnEnd.LockTimeout when isOutside => Frames.Busy,
        TurnEnd.Duplicate => Frames.Again,
        TurnEnd.NotHere => Frames.NotHere,
        _ => Frames.Fault,
    };
}
