using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Activation;
using SfPerf.Fabric.Actors.Runtime.Turns;

namespace SfPerf.Fabric.Actors.Runtime.Timers;

/// <summary>
/// A timer of one actor object, in memory only. Its period counts from the end of the callback's turn, so callbacks
/// never overlap.
/// </summary>
internal sealed class ActorTimer : IActorTimer
{
    /// <summary>The longest time that a timer takes.</summary>
    internal static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(uint.MaxValue - 1);

    private readonly ActorBase _actor;
    private readonly TimerTurn _turn;
    private readonly Lock _gate = new();
    private ITimer? _timer;   // guarded by _gate
    private bool _isDisposed; // guarded by _gate

    internal ActorTimer(
        ActorBase actor, Func<object?, Task> callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        (_actor, DueTime, Period) = (actor, dueTime, period);
        _turn = new(this, callback, state);
    }

    public TimeSpan DueTime { get; }

    public TimeSpan Period { get; }

    private bool IsDisposed
    {
        get
        {
            lock (_gate)
                return _isDisposed;
        }
    }

    /// <summary>Lets the due time begin.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The due time is negative, but not -1 ms, or longer than 49 days.
    /// </exception>
    internal void Start()
    {
        lock (_gate)
        {
            if (!_isDisposed)
            {
                _timer = _actor.ActorService.Time.CreateTimer(
                    static t => ((ActorTimer)t!).Fire(), this, DueTime, Timeout.InfiniteTimeSpan);
            }
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _isDisposed = true;
            _timer?.Dispose();
        }
        _actor.Forget(this);
    }

    private void Fire()
    {
        if (_actor.Entry is { } entry && !IsDisposed)
            entry.Manager.Start(_turn, entry);
    }

    private void StartAgain()
    {
        lock (_gate)
        {
            if (!_isDisposed && Period >= TimeSpan.Zero)
                _timer!.Change(Period, Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>The turn of each callback: one at a time.</summary>
    private sealed class TimerTurn(ActorTimer timer, Func<object?, Task> callback, object? state) : Turn
    {
        internal override bool CountsAsUse => false;

        internal override ActorMethodContext Method { get; } =
            ActorMethodContext.CreateForTimer(callback.Method.Name);

        public override void Execute() => timer.Fire();

        internal override bool IsWanted(ActorEntry entry) =>
            ReferenceEquals(entry.Actor, timer._actor) && entry.IsActive && !timer.IsDisposed
            && !entry.Manager.IsClosed;

        internal override Task InvokeAsync(ActorBase actor) => callback(state)
            ?? throw new InvalidOperationException("The timer's callback returned null where a task is expected.");

        // A failed callback has no caller who could be told: its changes are forgotten, and the next one comes.
        internal override void Finish(TurnEnd kind)
        {
            Clear();
            timer.StartAgain();
        }
    }
}
