#nullable disable

using System;

namespace Microsoft.ServiceFabric.Data.Notifications;

/// <summary>Specifies what has become of a transaction.</summary>
public enum NotifyTransactionChangedAction
{
    /// <summary>It is committed, and its writes are applied on this replica.</summary>
    Commit = 0,
}

/// <summary>The arguments for a transaction that was applied.</summary>
public class NotifyTransactionChangedEventArgs : EventArgs
{
    /// <summary>Gets the transaction that was applied. It is committed: only its numbers can be used.</summary>
    /// <remarks>
    /// On the primary it is the transaction of the service, elsewhere an object of its own with the same
    /// <see cref="ITransaction.TransactionId"/> and <see cref="ITransaction.CommitSequenceNumber"/>. Its methods throw
    /// an <see cref="InvalidOperationException"/>.
    /// </remarks>
    public ITransaction Transaction { get; }

    /// <summary>Gets what has become of the transaction.</summary>
    public NotifyTransactionChangedAction Action { get; }

    /// <summary>Initializes a new instance of the <see cref="NotifyTransactionChangedEventArgs"/> class.</summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="action">What has become of it.</param>
    public NotifyTransactionChangedEventArgs(ITransaction transaction, NotifyTransactionChangedAction action)
    {
        Transaction = transaction;
        Action = action;
    }
}
