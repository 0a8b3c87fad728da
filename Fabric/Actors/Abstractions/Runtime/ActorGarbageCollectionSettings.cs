using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Holds the settings of when actors that nobody calls leave the memory. What is stored of them stays.
/// </summary>
/// <remarks>
/// Calls and reminders count as use of an actor. Timers do not, although a callback that runs keeps its actor in memory
/// until its end. An actor is collected at the first scan after as many scans in a row have found it unused as the
/// interval of the scans fits into the idle timeout. Each interval is longer than the setting by up to 9 %, at random.
/// </remarks>
public sealed class ActorGarbageCollectionSettings
{
    /// <summary>Initializes settings with an idle timeout of 3600 s and a scan every 60 s.</summary>
    public ActorGarbageCollectionSettings()
        : this(3600, 60)
    {
    }

    /// <summary>Initializes settings with given times.</summary>
    /// <param name="idleTimeoutInSeconds">How long an actor may be unused, in seconds.</param>
    /// <param name="scanIntervalInSeconds">The time from one scan to the next, in seconds.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is zero or less, or the idle timeout is shorter than the
    /// interval of the scans.</exception>
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

    /// <summary>Gets how long an actor may be unused before it is collected, in seconds.</summary>
    /// <value>3600 unless set.</value>
    public long IdleTimeoutInSeconds { get; }

    /// <summary>Gets the time from one scan for unused actors to the next, in seconds.</summary>
    /// <value>60 unless set.</value>
    public long ScanIntervalInSeconds { get; }
}
