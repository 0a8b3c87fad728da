using System;

namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>
/// Represents a timer of an actor's object in memory. It ends with the object; to dispose of it ends it as well.
/// </summary>
public interface IActorTimer : IDisposable
{
    /// <summary>Gets the time from the registration until the first callback; -1 ms for never.</summary>
    TimeSpan DueTime { get; }

    /// <summary>
    /// Gets the time from the end of one callback's turn to the next callback; negative if there is only one.
    /// </summary>
    TimeSpan Period { get; }
}
