using System;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>
/// Measures how transactions of this process waited for locks that others held. A lock that is free costs nothing here.
/// </summary>
internal static class LockMeter
{
    internal const string Name = "SfPerf.Fabric.ReliableState";
    private static readonly Meter Meter = new(Name);
    private static long _waits;
    private static long _ticks;

    /// <summary>Gets the requests that had to wait, whether they got the lock or gave up.</summary>
    internal static ObservableCounter<long> Waits { get; } = Meter.CreateObservableCounter(
        "state.lock.waits", static () => Volatile.Read(ref _waits), null, "Requests that waited for a lock.");

    /// <summary>Gets the sum of their times.</summary>
    internal static ObservableCounter<double> WaitTime { get; } = Meter.CreateObservableCounter(
        "state.lock.wait.time", static () => new TimeSpan(Volatile.Read(ref _ticks)).TotalMilliseconds, "ms",
        "Time that requests waited for locks.");

    /// <summary>Makes the instruments known before the first wait, so that whoever asks is told of zero.</summary>
    internal static void Publish() => RuntimeHelpers.RunClassConstructor(typeof(LockMeter).TypeHandle);

    /// <summary>A request waits no longer. Any thread.</summary>
    internal static void NoteWaited(TimeSpan waited)
    {
        Interlocked.Increment(ref _waits);
        Interlocked.Add(ref _ticks, waited.Ticks);
    }
}
