namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Specifies whether a call may come back to an actor within the chain of calls that its turn began.</summary>
/// <remarks>
/// A timer, a reminder, a caller outside of actors, and work that a turn started and left running after its end each
/// begin a chain of their own.
/// </remarks>
public enum ActorReentrancyMode
{
    /// <summary>
    /// A call that comes back runs within the turn it comes from, over however many other actors, while all others
    /// wait. One such call runs at a time, and none within it: a further one gets
    /// <see cref="InvalidReentrantCallException"/>. It saves all changes of the actor's states at its end, and they
    /// stay if the outer turn fails.
    /// </summary>
    LogicalCallContext = 1,
    /// <summary>A call that comes back gets <see cref="ReentrancyModeDisallowedException"/> at once.</summary>
    Disallowed = 2,
}
