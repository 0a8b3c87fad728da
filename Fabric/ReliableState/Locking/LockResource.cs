namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>
/// Represents something that can be locked. Its own monitor guards its lock: one per key would cost too much otherwise.
/// </summary>
internal abstract class LockResource
{
    /// <summary>Asks for the lock; the caller holds the monitor.</summary>
    internal abstract LockAnswer Request(object owner, LockKind kind);

    /// <summary>Queues a blocked request; the caller holds the monitor.</summary>
    /// <returns>The waiters that are let in, if the lock came free meanwhile.</returns>
    internal abstract LockWaiter? Enqueue(LockWaiter waiter);

    /// <summary>Takes a waiter out of the queue; the caller holds the monitor.</summary>
    /// <returns>The waiters that this lets in.</returns>
    internal abstract LockWaiter? Withdraw(LockWaiter waiter);

    /// <summary>Names the resource and its holders in the message of a timeout.</summary>
    internal abstract string Describe();
}
