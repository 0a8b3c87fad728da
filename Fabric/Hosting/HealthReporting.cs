using System;
using System.Fabric.Health;
using SfPerf.Fabric.ProgrammingModel;
using HealthReport = SfPerf.Fabric.Control.HealthReport;

namespace SfPerf.Fabric.Hosting;

/// <summary>Turns what a service says of its health into reports. Any thread may call it.</summary>
internal sealed class HealthReporting(TimeProvider time)
{
    private readonly HealthSequence _sequence = new(time);

    /// <exception cref="ArgumentException">A report that Service Fabric refuses, too.</exception>
    internal HealthReport Make(HealthInformation information)
    {
        ArgumentNullException.ThrowIfNull(information);
        information.Check();
        return new()
        {
            SourceId = information.SourceId,
            Property = information.Property,
            State = information.HealthState.ToString(),
            Description = information.Description ?? "",
            SequenceNumber = _sequence.Of(information),
            TimeToLiveMilliseconds = information.TimeToLive == TimeSpan.MaxValue
                ? 0 : information.TimeToLive.TotalMilliseconds,
            RemoveWhenExpired = information.RemoveWhenExpired,
        };
    }
}
