using System;
using System.Fabric.Health;
using System.Threading;

namespace SfPerf.Fabric.ProgrammingModel;

/// <summary>Numbers the health reports of a process. Any thread may call it.</summary>
internal sealed class HealthSequence(TimeProvider time)
{
    private long _last;

    /// <summary>Gets the number that a report carries, or a new one where it leaves that to us.</summary>
    internal long Of(HealthInformation information) =>
        information.SequenceNumber == HealthInformation.AutoSequenceNumber ? Next() : information.SequenceNumber;

    // The time, so that the reports of the next process of this source are newer; grows even within one tick.
    private long Next()
    {
        while (true)
        {
            var last = Volatile.Read(ref _last);
            var next = Math.Max(last + 1, time.GetUtcNow().Ticks);
            if (Interlocked.CompareExchange(ref _last, next, last) == last)
                return next;
        }
    }
}
