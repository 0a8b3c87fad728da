namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Whether a call may come back to an actor within the chain of calls that its turn began.</summary>
public enum ActorReentrancyMode
{
    LogicalCallContext = 1,
    Disallowed = 2,
}
