using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>What happens when, in microseconds of virtual time. Events of one moment come in the order of their
/// scheduling.</summary>
internal sealed class EventQueue
{
    private readonly PriorityQueue<Action, (long Time, long Sequence)> _events = new();
    private long _sequence;

    internal long Now { get; private set; }

    internal long EventsRun { get; private set; }

    internal void At(long time, Action happens) => _events.Enqueue(happens, (Math.Max(time, Now), ++_sequence));

    /// <summary>Runs the next event if it is due before a time.</summary>
    internal bool TryRun(long before)
    {
        if (!_events.TryPeek(out var happens, out var due) || due.Time >= before)
            return false;
        _ = _events.Dequeue();
        Now = due.Time;
        EventsRun++;
        happens();
        return true;
    }
}

/// <summary>The clock of one process: it runs a little fast or slow.</summary>
internal sealed class SimulatedClock(EventQueue queue, long offset, double rate) : TimeProvider
{
    public override long TimestampFrequency => 1_000_000;

    public override long GetTimestamp() => offset + (long)(queue.Now * rate);
}
