using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using SfPerf.Fabric.Actors.Runtime.Activation;

namespace SfPerf.Fabric.Actors.Diagnostics;

/// <summary>
/// Measures what the actors of this process do: the meanings of Service Fabric's actor events and counters. Times are
/// milliseconds. Nobody listens: no clock is read.
/// </summary>
internal static class ActorMeter
{
    internal const string Name = "SfPerf.Fabric.Actors";
    private const string Milliseconds = "ms";
    private static readonly Meter Meter = new(Name);
    private static readonly ConcurrentDictionary<ActorManager, byte> Serving = new();

    /// <summary>Gets the turns that wait for their actors. Who asks makes the sum: it costs a call nothing.</summary>
    internal static ObservableUpDownCounter<long> Waiting { get; } = Meter.CreateObservableUpDownCounter(
        "actor.turns.waiting", static () => Sum(m => m.Waits.Count), null, "Turns that wait for their actors.");

    /// <summary>Gets the actors in memory, likewise.</summary>
    internal static ObservableUpDownCounter<long> Active { get; } = Meter.CreateObservableUpDownCounter(
        "actor.active", static () => Sum(m => m.Count), null, "Actors in memory.");

    /// <summary>Gets the reminders that will fire, likewise.</summary>
    internal static ObservableUpDownCounter<long> Armed { get; } = Meter.CreateObservableUpDownCounter(
        "actor.reminders.armed", static () => Sum(m => m.Reminders.Armed), null, "Reminders that will fire.");

    /// <summary>Gets the calls that have arrived and are not answered yet.</summary>
    internal static UpDownCounter<long> Outstanding { get; } = Meter.CreateUpDownCounter<long>(
        "actor.requests.outstanding", null, "Calls that have arrived and are not answered yet.");

    internal static Histogram<double> LockWait { get; } = Meter.CreateHistogram<double>(
        "actor.lock.wait", Milliseconds, "From the arrival of a turn until it has its actor.");

    internal static Histogram<double> LockHeld { get; } = Meter.CreateHistogram<double>(
        "actor.lock.held", Milliseconds, "From when a turn has its actor until it leaves it.");

    internal static Histogram<double> Request { get; } = Meter.CreateHistogram<double>(
        "actor.request.duration", Milliseconds, "From the arrival of a call until its answer.");

    internal static Histogram<double> Deserialization { get; } = Meter.CreateHistogram<double>(
        "actor.request.deserialize", Milliseconds, "Reading the arguments of a call.");

    internal static Histogram<double> Serialization { get; } = Meter.CreateHistogram<double>(
        "actor.response.serialize", Milliseconds, "Writing an answer, and handing it to the connection.");

    internal static Histogram<double> Method { get; } = Meter.CreateHistogram<double>(
        "actor.method.duration", Milliseconds, "A method of an actor, or a callback; tag method.");

    internal static Counter<long> MethodExceptions { get; } = Meter.CreateCounter<long>(
        "actor.method.exceptions", null, "Turns that have failed; tag method.");

    internal static Histogram<double> Activation { get; } = Meter.CreateHistogram<double>(
        "actor.activate", Milliseconds, "OnActivateAsync, with the save of what it changed.");

    internal static Histogram<double> Load { get; } = Meter.CreateHistogram<double>(
        "actor.state.load", Milliseconds, "Reading a state that is not in memory.");

    internal static Histogram<double> Save { get; } = Meter.CreateHistogram<double>(
        "actor.state.save", Milliseconds, "A save at the end of a turn that has changed something.");

    internal static Counter<long> Collected { get; } = Meter.CreateCounter<long>(
        "actor.collected", null, "Actors that left the memory because nobody called them.");

    internal static Histogram<double> ReminderLateness { get; } = Meter.CreateHistogram<double>(
        "actor.reminder.lateness", Milliseconds, "From the due time of a reminder until it is given to its actor.");

    internal static Counter<long> DroppedSubscriptions { get; } = Meter.CreateCounter<long>(
        "actor.events.dropped", null, "Events that could not be sent; their subscriptions are dropped.");

    /// <summary>Gets whether anybody wants to know when a turn arrives, begins and ends.</summary>
    internal static bool TimesTurns => LockWait.Enabled || LockHeld.Enabled || Request.Enabled || Method.Enabled;

    /// <summary>Counts the actors of a primary from now on.</summary>
    internal static void Add(ActorManager manager) => Serving[manager] = 0;

    internal static void Remove(ActorManager manager) => Serving.TryRemove(manager, out _);

    /// <summary>Records the time since a timestamp; none if that is zero, since nobody listened then.</summary>
    internal static void RecordSince(this Histogram<double> histogram, long began, TimeProvider time)
    {
        if (began != 0)
            histogram.Record(time.GetElapsedTime(began).TotalMilliseconds);
    }

    internal static void RecordSince(this Histogram<double> histogram, long began, TimeProvider time, string? method)
    {
        if (began != 0)
            histogram.Record(time.GetElapsedTime(began).TotalMilliseconds, MethodTag(method));
    }

    internal static KeyValuePair<string, object?> MethodTag(string? method) => new("method", method);

    private static long Sum(Func<ActorManager, long> of)
    {
        var sum = 0L;
        foreach (var (manager, _) in Serving)
            sum += of(manager);
        return sum;
    }
}
