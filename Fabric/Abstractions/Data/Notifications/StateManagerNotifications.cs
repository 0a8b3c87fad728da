#nullable disable

using System;

namespace Microsoft.ServiceFabric.Data.Notifications;

/// <summary>Specifies what has changed in the collections of a replica.</summary>
public enum NotifyStateManagerChangedAction
{
    /// <summary>
    /// A committed transaction has made a collection. The arguments are
    /// <see cref="NotifyStateManagerSingleEntityChangedEventArgs"/>.
    /// </summary>
    Add = 0,
    /// <summary>
    /// A committed transaction has removed a collection. The arguments are
    /// <see cref="NotifyStateManagerSingleEntityChangedEventArgs"/>.
    /// </summary>
    Remove = 1,
    /// <summary>
    /// The whole state was replaced. The arguments are <see cref="NotifyStateManagerRebuildEventArgs"/>.
    /// </summary>
    Rebuild = 2,
}

/// <summary>The arguments of a change in the collections of a replica.</summary>
public abstract class NotifyStateManagerChangedEventArgs : EventArgs
{
    /// <summary>Gets what has changed. It says of which type these arguments are.</summary>
    public NotifyStateManagerChangedAction Action { get; }

    /// <summary>Initializes a new instance of the <see cref="NotifyStateManagerChangedEventArgs"/> class.</summary>
    /// <param name="action">What has changed.</param>
    public NotifyStateManagerChangedEventArgs(NotifyStateManagerChangedAction action)
    {
        Action = action;
    }
}

/// <summary>The arguments for a collection that was made or removed.</summary>
public class NotifyStateManagerSingleEntityChangedEventArgs : NotifyStateManagerChangedEventArgs
{
    /// <summary>Gets the collection. One that was removed answers no call any more, but has its name.</summary>
    public IReliableState ReliableState { get; }

    /// <summary>Gets the transaction that made the change. It is committed: only its numbers can be used.</summary>
    /// <remarks>
    /// On the primary it is the transaction of the service, elsewhere an object of its own with the same
    /// <see cref="ITransaction.TransactionId"/> and <see cref="ITransaction.CommitSequenceNumber"/>. Its methods throw
    /// an <see cref="InvalidOperationException"/>.
    /// </remarks>
    public ITransaction Transaction { get; }

    /// <summary>
    /// Initializes a new instance of the <see cref="NotifyStateManagerSingleEntityChangedEventArgs"/> class.
    /// </summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="reliableState">The collection.</param>
    /// <param name="action">What has changed.</param>
    public NotifyStateManagerSingleEntityChangedEventArgs(
        ITransaction transaction, IReliableState reliableState, NotifyStateManagerChangedAction action)
        : base(action)
    {
        Transaction = transaction;
        ReliableState = reliableState;
    }
}

/// <summary>The arguments for a state that was replaced as a whole.</summary>
public class NotifyStateManagerRebuildEventArgs : NotifyStateManagerChangedEventArgs
{
    /// <summary>
    /// Gets the collections that are there now, in the order of their creation. The content of a dictionary is reported
    /// by its rebuild callback afterwards.
    /// </summary>
    public IAsyncEnumerable<IReliableState> ReliableStates { get; }

    /// <summary>Initializes a new instance of the <see cref="NotifyStateManagerRebuildEventArgs"/> class.</summary>
    /// <param name="reliableStates">The collections that are there now.</param>
    public NotifyStateManagerRebuildEventArgs(IAsyncEnumerable<IReliableState> reliableStates)
        : base(NotifyStateManagerChangedAction.Rebuild)
    {
        ReliableStates = reliableStates;
    }
}
