using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>When actors that nobody calls leave the memory.</summary>
public sealed class ActorGarbageCollectionSettings
{
    public ActorGarbageCollectionSettings()
        : this(3600, 60)
    {
    }

    /// <exception cref="ArgumentOutOfRangeException">
    /// A value of zero or less, or an idle timeout shorter than the interval of the scans.
    /// </exception>
    public ActorGarbageCollectionSettings(long idleTimeoutInSeconds, long scanIntervalInSeconds)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(idleTimeoutInSeconds);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(scanIntervalInSeconds);
        ArgumentOutOfRangeException.ThrowIfLessThan(idleTimeoutInSeconds, scanIntervalInSeconds);
        IdleTimeoutInSeconds = idleTimeoutInSeconds;
        ScanIntervalInSeconds = scanIntervalInSeconds;
    }

    internal ActorGarbageCollectionSettings(ActorGarbageCollectionSettings other)
        : this(other.IdleTimeoutInSeconds, other.ScanIntervalInSeconds)
    {
    }

    /// <value>3600 unless set.</value>
    public long IdleTimeoutInSeconds { get; }

    /// <value>60 unless set.</value>
    public long ScanIntervalInSeconds { get; }
}
