using System;
using System.Threading;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Holds the settings of how the calls of an actor wait for each other.</summary>
public sealed class ActorConcurrencySettings
{
    private static readonly TimeSpan LockTimeoutDefault = TimeSpan.FromSeconds(60);

    /// <summary>Initializes settings that all have their default values.</summary>
    public ActorConcurrencySettings()
    {
    }

    internal ActorConcurrencySettings(ActorConcurrencySettings other)
    {
        ReentrancyMode = other.ReentrancyMode;
        LockTimeout = other.LockTimeout;
    }

    /// <summary>
    /// Gets or sets whether a call may come back to an actor within the chain of calls that its turn began.
    /// </summary>
    /// <value><see cref="ActorReentrancyMode.LogicalCallContext"/> unless set.</value>
    public ActorReentrancyMode ReentrancyMode { get; set; } = ActorReentrancyMode.LogicalCallContext;

    /// <summary>
    /// Gets or sets the longest time that a call, a timer, a reminder or a deletion waits for an actor's turn.
    /// </summary>
    /// <value>Zero or more, or infinite; 60 s unless set. TimeSpan.MaxValue is stored as infinite.</value>
    /// <remarks>
    /// The wait ends after exactly this time; Service Fabric waits for a random time of up to twice as long. A call
    /// then fails with <see cref="ActorConcurrencyLockTimeoutException"/>. A callback of a timer is left out.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative and not infinite.</exception>
    public TimeSpan LockTimeout
    {
        get;
        set => field = value == TimeSpan.MaxValue ? Timeout.InfiniteTimeSpan
            : value >= TimeSpan.Zero || value == Timeout.InfiniteTimeSpan ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "A lock timeout is not negative.");
    } = LockTimeoutDefault;
}
