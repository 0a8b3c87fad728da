using System;
using System.Threading;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>How the calls of an actor wait for each other.</summary>
public sealed class ActorConcurrencySettings
{
    private static readonly TimeSpan LockTimeoutDefault = TimeSpan.FromSeconds(60);

    public ActorConcurrencySettings()
    {
    }

    internal ActorConcurrencySettings(ActorConcurrencySettings other)
    {
        ReentrancyMode = other.ReentrancyMode;
        LockTimeout = other.LockTimeout;
    }

    /// <value>LogicalCallContext unless set.</value>
    public ActorReentrancyMode ReentrancyMode { get; set; } = ActorReentrancyMode.LogicalCallContext;

    /// <summary>Gets or sets the longest wait for an actor's turn, exactly.</summary>
    /// <value>Zero or more, or infinite; 60 s unless set. TimeSpan.MaxValue is infinite.</value>
    /// <exception cref="ArgumentOutOfRangeException">Negative and not infinite.</exception>
    public TimeSpan LockTimeout
    {
        get;
        set => field = value == TimeSpan.MaxValue ? Timeout.InfiniteTimeSpan
            : value >= TimeSpan.Zero || value == Timeout.InfiniteTimeSpan ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "A lock timeout is not negative.");
    } = LockTimeoutDefault;
}
