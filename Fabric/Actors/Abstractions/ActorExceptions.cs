#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>A call waited for its actor's turn longer than the lock timeout allows. A retry may succeed.</summary>
[Serializable]
public sealed class ActorConcurrencyLockTimeoutException : FabricException
{
    public ActorConcurrencyLockTimeoutException()
    {
    }

    public ActorConcurrencyLockTimeoutException(string message)
        : base(message)
    {
    }

    public ActorConcurrencyLockTimeoutException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>A call came back to an actor in which another reentrant call of the same chain runs already.</summary>
[Serializable]
public sealed class InvalidReentrantCallException : FabricException
{
    public InvalidReentrantCallException()
    {
    }

    public InvalidReentrantCallException(string message)
        : base(message)
    {
    }

    public InvalidReentrantCallException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>A call came back to an actor whose settings allow no reentrancy.</summary>
[Serializable]
public sealed class ReentrancyModeDisallowedException : FabricException
{
    public ReentrancyModeDisallowedException()
    {
    }

    public ReentrancyModeDisallowedException(string message)
        : base(message)
    {
    }

    public ReentrancyModeDisallowedException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>
/// A call came back to an actor whose state is invalid, since an earlier call within the turn failed.
/// </summary>
[Serializable]
public sealed class ReentrantActorInvalidStateException : FabricException
{
    public ReentrantActorInvalidStateException()
    {
    }

    public ReentrantActorInvalidStateException(string message)
        : base(message)
    {
    }

    public ReentrantActorInvalidStateException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>The actor has no reminder of this name.</summary>
[Serializable]
public sealed class ReminderNotFoundException : FabricException
{
    public ReminderNotFoundException()
    {
    }

    public ReminderNotFoundException(string message)
        : base(message)
    {
    }

    public ReminderNotFoundException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>The actor was deleted while the call waited. A retry calls a new actor of the same id.</summary>
[Serializable]
internal sealed class ActorDeletedException : FabricTransientException
{
    public ActorDeletedException()
    {
    }

    public ActorDeletedException(string message)
        : base(message)
    {
    }

    public ActorDeletedException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>A new primary has not loaded its reminders yet. A retry may succeed.</summary>
[Serializable]
internal sealed class ReminderLoadInProgressException : FabricTransientException
{
    public ReminderLoadInProgressException()
    {
    }

    public ReminderLoadInProgressException(string message)
        : base(message)
    {
    }

    public ReminderLoadInProgressException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
