#nullable disable

using System;
using System.Collections.Generic;

namespace Microsoft.ServiceFabric.Data.Notifications;

public enum NotifyDictionaryChangedAction
{
    Add = 0,
    Update = 1,
    Remove = 2,
    Clear = 3,
    Rebuild = 4,
}

public abstract class NotifyDictionaryChangedEventArgs<TKey, TValue> : EventArgs
{
    public NotifyDictionaryChangedAction Action { get; }

    public NotifyDictionaryChangedEventArgs(NotifyDictionaryChangedAction action)
    {
        Action = action;
    }
}

public abstract class NotifyDictionaryTransactionalEventArgs<TKey, TValue>
    : NotifyDictionaryChangedEventArgs<TKey, TValue>
{
    public ITransaction Transaction { get; }

    public NotifyDictionaryTransactionalEventArgs(ITransaction transaction, NotifyDictionaryChangedAction action)
        : base(action)
    {
        Transaction = transaction;
    }
}

public class NotifyDictionaryItemAddedEventArgs<TKey, TValue> : NotifyDictionaryTransactionalEventArgs<TKey, TValue>
{
    public NotifyDictionaryItemAddedEventArgs(ITransaction transaction, TKey key, TValue value)
        : base(transaction, NotifyDictionaryChangedAction.Add)
    {
        Key = key;
        Value = value;
    }

    public TKey Key { get; }

    public TValue Value { get; }
}

public class NotifyDictionaryItemUpdatedEventArgs<TKey, TValue> : NotifyDictionaryTransactionalEventArgs<TKey, TValue>
{
    public NotifyDictionaryItemUpdatedEventArgs(ITransaction transaction, TKey key, TValue value)
        : base(transaction, NotifyDictionaryChangedAction.Update)
    {
        Key = key;
        Value = value;
    }

    public TKey Key { get; }

    public TValue Value { get; }
}

public class NotifyDictionaryItemRemovedEventArgs<TKey, TValue> : NotifyDictionaryTransactionalEventArgs<TKey, TValue>
{
    public NotifyDictionaryItemRemovedEventArgs(ITransaction transaction, TKey key)
        : base(transaction, NotifyDictionaryChangedAction.Remove)
    {
        Key = key;
    }

    public TKey Key { get; }
}

public class NotifyDictionaryClearEventArgs<TKey, TValue> : NotifyDictionaryChangedEventArgs<TKey, TValue>
{
    public NotifyDictionaryClearEventArgs(long commitSequenceNumber)
        : base(NotifyDictionaryChangedAction.Clear)
    {
        CommitSequenceNumber = commitSequenceNumber;
    }

    public long CommitSequenceNumber { get; }
}

public class NotifyDictionaryRebuildEventArgs<TKey, TValue> : NotifyDictionaryChangedEventArgs<TKey, TValue>
{
    public IAsyncEnumerable<KeyValuePair<TKey, TValue>> State { get; }

    public NotifyDictionaryRebuildEventArgs(IAsyncEnumerable<KeyValuePair<TKey, TValue>> enumerableState)
        : base(NotifyDictionaryChangedAction.Rebuild)
    {
        State = enumerableState;
    }
}
