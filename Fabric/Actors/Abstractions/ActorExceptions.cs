#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>
/// The exception that is thrown when a call waited for its turn longer than
/// <see cref="Runtime.ActorConcurrencySettings.LockTimeout"/>. The method was not begun, so that a retry is safe.
/// </summary>
/// <remarks>
/// The message names what ran in the actor. A proxy outside of actors tries again by itself as often as its retry
/// settings allow. Within a turn the exception is thrown at once, since others wait for that turn. Service Fabric waits
/// for a random time of up to twice the setting.
/// </remarks>
[Serializable]
public sealed class ActorConcurrencyLockTimeoutException : FabricException
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public ActorConcurrencyLockTimeoutException()
    {
    }

    /// <summary>Initializes a new instance with a message.</summary>
    /// <param name="message">The message.</param>
    public ActorConcurrencyLockTimeoutException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance with a message and its cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="inner">The cause.</param>
    public ActorConcurrencyLockTimeoutException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>
/// The exception that is thrown when a call comes back to an actor in whose turn another reentrant call runs already.
/// </summary>
/// <remarks>
/// One reentrant call at a time may run within a turn, and none within that. Of two calls that come back at once, one
/// gets this exception. A retry succeeds when the other reentrant call has ended. Proxies do not retry.
/// </remarks>
[Serializable]
public sealed class InvalidReentrantCallException : FabricException
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public InvalidReentrantCallException()
    {
    }

    /// <summary>Initializes a new instance with a message.</summary>
    /// <param name="message">The message.</param>
    public InvalidReentrantCallException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance with a message and its cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="inner">The cause.</param>
    public InvalidReentrantCallException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>
/// The exception that is thrown when a call comes back to an actor of a service whose settings say
/// <see cref="Runtime.ActorReentrancyMode.Disallowed"/>. A retry does not help.
/// </summary>
/// <remarks>The turn that the call comes from goes on.</remarks>
[Serializable]
public sealed class ReentrancyModeDisallowedException : FabricException
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public ReentrancyModeDisallowedException()
    {
    }

    /// <summary>Initializes a new instance with a message.</summary>
    /// <param name="message">The message.</param>
    public ReentrancyModeDisallowedException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance with a message and its cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="inner">The cause.</param>
    public ReentrancyModeDisallowedException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>
/// The exception that is thrown when a call comes back to an actor within a turn in which an earlier reentrant call has
/// failed. A retry within the same turn does not help.
/// </summary>
/// <remarks>The states in memory are not reliable after the failure, until the next turn forgets them.</remarks>
[Serializable]
public sealed class ReentrantActorInvalidStateException : FabricException
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public ReentrantActorInvalidStateException()
    {
    }

    /// <summary>Initializes a new instance with a message.</summary>
    /// <param name="message">The message.</param>
    public ReentrantActorInvalidStateException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance with a message and its cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="inner">The cause.</param>
    public ReentrantActorInvalidStateException(string message, Exception inner)
        : base(message, inner)
    {
    }
}

/// <summary>
/// The exception that is thrown when an actor asks for, or unregisters, a reminder that it does not have. A reminder
/// that fires once is deleted when it has fired, unless the settings keep it.
/// </summary>
[Serializable]
public sealed class ReminderNotFoundException : FabricException
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public ReminderNotFoundException()
    {
    }

    /// <summary>Initializes a new instance with a message.</summary>
    /// <param name="message">The message.</param>
    public ReminderNotFoundException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance with a message and its cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="inner">The cause.</param>
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
