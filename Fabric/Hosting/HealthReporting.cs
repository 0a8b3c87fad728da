using System;
using System.Fabric.Health;
using System.Threading;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Hosting;

/// <summary>Turns what a service says of its health into reports. Any thread may call it.</summary>
internal sealed class HealthReporting(TimeProvider time)
{
    private const string SystemPrefix = "System.";
    private long _last;

    /// <exception cref="ArgumentException">A report that Service Fabric refuses, too.</exception>
    internal HealthReport Make(HealthInformation information)
    {
        ArgumentNullException.ThrowIfNull(information);
        if (information.HealthState is not (HealthState.Ok or HealthState.Warning or HealthState.Error))
        {
            throw new ArgumentException(
                $"The health state is {information.HealthState}. Allowed: Ok, Warning, Error.", nameof(information));
        }
        if (information.SourceId.StartsWith(SystemPrefix, StringComparison.OrdinalIgnoreCase))
        {
            throw new ArgumentException($"The source is '{information.SourceId}'. Names that begin with {SystemPrefix} "
                + "are the cluster's own.", nameof(information));
        }
        if (information.TimeToLive <= TimeSpan.Zero)
        {
            throw new ArgumentException(
                $"TimeToLive is {information.TimeToLive}. Allowed: more than zero.", nameof(information));
        }
        return new()
        {
            SourceId = information.SourceId,
            Property = information.Property,
            State = information.HealthState.ToString(),
            Description = information.Description ?? "",
            SequenceNumber = information.SequenceNumber == HealthInformation.AutoSequenceNumber
                ? Next() : information.SequenceNumber,
            TimeToLiveMilliseconds = information.TimeToLive == TimeSpan.MaxValue
                ? 0 : information.TimeToLive.TotalMilliseconds,
            RemoveWhenExpired = information.RemoveWhenExpired,
        };
    }

    // The time, so that the reports of the next process of this source are newer; grows even within one tick.
    private long Next()
    {
        while (true)
        {
            var last = Volatile.Read(ref _last);
            var next = Math.Max(last + 1, time.GetUtcNow().Ticks);
            if (Interlocked.CompareExchange(ref _last, next, last) == last) return next;
        }
    }
}
