using System;
using System.Collections.Generic;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>One direction between two ends: what is sent arrives in order, or not at all.</summary>
/// <param name="world">Says how long it takes.</param>
/// <param name="from">The sender's number.</param>
/// <param name="to">The receiver's number.</param>
/// <param name="receiver">Whose events the arrivals are; null: the manager's.</param>
internal sealed class Channel(ReplicationSimulation world, int from, int to, SimulatedHost? receiver)
{
    private readonly Queue<Action> _underWay = [];
    private long _last;

    internal bool IsBroken { get; set; }

    internal void Send(Action arrives)
    {
        if (IsBroken)
            return;
        _underWay.Enqueue(arrives);
        _last = Math.Max(_last, world.ArrivalTime(from, to));
        if (receiver is null)
            world.Queue.At(_last, Deliver);
        else
            receiver.At(_last, Deliver);
    }

    // The next one in order, whichever was due: a pause moves what is due within it behind what was due at its end.
    private void Deliver()
    {
        if (!IsBroken)
            _underWay.Dequeue()();
    }
}

/// <summary>A connection of a primary to a secondary.</summary>
internal sealed class SimulatedConnection
{
    private readonly ReplicationSimulation _world;
    private readonly Channel _toSecondary;
    private readonly Channel _toPrimary;
    private bool _primaryOpen = true;
    private bool _secondaryOpen = true;

    internal SimulatedConnection(ReplicationSimulation world, SimulatedHost primary, SimulatedHost secondary)
    {
        (_world, Primary, Secondary) = (world, primary, secondary);
        _toSecondary = new(world, primary.Number, secondary.Number, secondary);
        _toPrimary = new(world, secondary.Number, primary.Number, primary);
    }

    internal SimulatedHost Primary { get; }

    internal SimulatedHost Secondary { get; }

    internal Action? PrimaryLearnsOfEnd { get; set; }

    internal Action? SecondaryLearnsOfEnd { get; set; }

    internal void ToSecondary(Action arrives)
    {
        if (!_primaryOpen)
            return;
        _toSecondary.Send(() =>
        {
            if (_secondaryOpen)
                arrives();
        });
    }

    internal void ToPrimary(Action arrives)
    {
        if (!_secondaryOpen)
            return;
        _toPrimary.Send(() =>
        {
            if (_primaryOpen)
                arrives();
        });
    }

    /// <summary>One end closes; the other learns of it behind all that was sent before.</summary>
    internal void CloseByPrimary()
    {
        if (!_primaryOpen)
            return;
        ToSecondary(EndAtSecondary);
        _primaryOpen = false;
        _ = _world.Connections.Remove(this);
    }

    internal void CloseBySecondary()
    {
        if (!_secondaryOpen)
            return;
        ToPrimary(EndAtPrimary);
        _secondaryOpen = false;
        _ = _world.Connections.Remove(this);
    }

    /// <summary>What is under way is lost; each end learns of it in its own time.</summary>
    internal void Break()
    {
        (_toSecondary.IsBroken, _toPrimary.IsBroken) = (true, true);
        _ = _world.Connections.Remove(this);
        LearnsLater(Primary, EndAtPrimary);
        LearnsLater(Secondary, EndAtSecondary);
    }

    // The end that has died learns nothing: its next process has nothing of it.
    private void LearnsLater(SimulatedHost end, Action learns)
    {
        var delay = _world.Random.Next(20_000);
        if (end.IsUp)
            end.After(delay, learns);
    }

    private void EndAtPrimary()
    {
        if (!_primaryOpen)
            return;
        _primaryOpen = false;
        PrimaryLearnsOfEnd?.Invoke();
    }

    private void EndAtSecondary()
    {
        if (!_secondaryOpen)
            return;
        _secondaryOpen = false;
        SecondaryLearnsOfEnd?.Invoke();
    }
}

/// <summary>A primary's connection as a secondary's driver keeps it: frames are taken one after the other.</summary>
internal sealed class SimulatedSession : PrimaryConnection
{
    private readonly Queue<Action> _waiting = [];

    internal SimulatedSession(SimulatedConnection connection, LogEpoch epoch) =>
        (Connection, Epoch) = (connection, epoch);

    internal SimulatedConnection Connection { get; }

    /// <summary>Gets or sets who takes an acknowledgement at the primary.</summary>
    internal Action<long>? Acknowledge { get; set; }

    internal bool IsStarted { get; set; }

    internal bool IsCopying { get; set; }

    /// <summary>Gets whether the receive thread is blocked by a frame that takes its time.</summary>
    internal bool IsBusy { get; private set; }

    internal void Take(Action frame)
    {
        if (IsBusy)
            _waiting.Enqueue(frame);
        else
            frame();
    }

    internal void Block() => IsBusy = true;

    internal void GoOn()
    {
        IsBusy = false;
        while (!IsBusy && _waiting.TryDequeue(out var next))
            next();
    }
}
