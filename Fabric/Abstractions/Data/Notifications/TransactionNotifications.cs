#nullable disable

using System;

namespace Microsoft.ServiceFabric.Data.Notifications;

public enum NotifyTransactionChangedAction
{
    Commit = 0,
}

public class NotifyTransactionChangedEventArgs : EventArgs
{
    public ITransaction Transaction { get; }

    public NotifyTransactionChangedAction Action { get; }

    public NotifyTransactionChangedEventArgs(ITransaction transaction, NotifyTransactionChangedAction action)
    {
        Transaction = transaction;
        Action = action;
    }
}
