#nullable disable

using System;
using System.Collections.Generic;

namespace Microsoft.ServiceFabric.Data.Notifications;

/// <summary>Specifies what has changed in a dictionary.</summary>
public enum NotifyDictionaryChangedAction
{
    /// <summary>
    /// A key was added. The arguments are <see cref="NotifyDictionaryItemAddedEventArgs{TKey, TValue}"/>.
    /// </summary>
    Add = 0,
    /// <summary>
    /// The value of a key was replaced. The arguments are
    /// <see cref="NotifyDictionaryItemUpdatedEventArgs{TKey, TValue}"/>.
    /// </summary>
    Update = 1,
    /// <summary>
    /// A key was removed. The arguments are <see cref="NotifyDictionaryItemRemovedEventArgs{TKey, TValue}"/>.
    /// </summary>
    Remove = 2,
    /// <summary>
    /// All keys were removed. The arguments are <see cref="NotifyDictionaryClearEventArgs{TKey, TValue}"/>.
    /// </summary>
    Clear = 3,
    /// <summary>
    /// The whole content was replaced. Reported by the rebuild callback of the dictionary, not by its event.
    /// </summary>
    Rebuild = 4,
}

/// <summary>The arguments of a change in a dictionary.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
public abstract class NotifyDictionaryChangedEventArgs<TKey, TValue> : EventArgs
{
    /// <summary>Gets what has changed. It says of which type these arguments are.</summary>
    public NotifyDictionaryChangedAction Action { get; }

    /// <summary>
    /// Initializes a new instance of the <see cref="NotifyDictionaryChangedEventArgs{TKey, TValue}"/> class.
    /// </summary>
    /// <param name="action">What has changed.</param>
    public NotifyDictionaryChangedEventArgs(NotifyDictionaryChangedAction action)
    {
        Action = action;
    }
}

/// <summary>The arguments of a change that a transaction of the service has made.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
public abstract class NotifyDictionaryTransactionalEventArgs<TKey, TValue>
    : NotifyDictionaryChangedEventArgs<TKey, TValue>
{
    /// <summary>Gets the transaction that made the change. It is committed: only its numbers can be used.</summary>
    /// <remarks>
    /// On the primary it is the transaction of the service, elsewhere an object of its own with the same
    /// <see cref="ITransaction.TransactionId"/> and <see cref="ITransaction.CommitSequenceNumber"/>. Its methods throw
    /// an <see cref="InvalidOperationException"/>.
    /// </remarks>
    public ITransaction Transaction { get; }

    /// <summary>
    /// Initializes a new instance of the <see cref="NotifyDictionaryTransactionalEventArgs{TKey, TValue}"/> class.
    /// </summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="action">What has changed.</param>
    public NotifyDictionaryTransactionalEventArgs(ITransaction transaction, NotifyDictionaryChangedAction action)
        : base(action)
    {
        Transaction = transaction;
    }
}

/// <summary>The arguments for a key that was added.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
public class NotifyDictionaryItemAddedEventArgs<TKey, TValue> : NotifyDictionaryTransactionalEventArgs<TKey, TValue>
{
    /// <summary>
    /// Initializes a new instance of the <see cref="NotifyDictionaryItemAddedEventArgs{TKey, TValue}"/> class.
    /// </summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">Its value.</param>
    public NotifyDictionaryItemAddedEventArgs(ITransaction transaction, TKey key, TValue value)
        : base(transaction, NotifyDictionaryChangedAction.Add)
    {
        Key = key;
        Value = value;
    }

    /// <summary>Gets the key. It is the stored object: do not change it.</summary>
    public TKey Key { get; }

    /// <summary>Gets the value. It is the stored object: do not change it.</summary>
    public TValue Value { get; }
}

/// <summary>The arguments for a key whose value was replaced.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
public class NotifyDictionaryItemUpdatedEventArgs<TKey, TValue> : NotifyDictionaryTransactionalEventArgs<TKey, TValue>
{
    /// <summary>
    /// Initializes a new instance of the <see cref="NotifyDictionaryItemUpdatedEventArgs{TKey, TValue}"/> class.
    /// </summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">Its new value.</param>
    public NotifyDictionaryItemUpdatedEventArgs(ITransaction transaction, TKey key, TValue value)
        : base(transaction, NotifyDictionaryChangedAction.Update)
    {
        Key = key;
        Value = value;
    }

    /// <summary>Gets the key. It is the stored object: do not change it.</summary>
    public TKey Key { get; }

    /// <summary>Gets the new value. It is the stored object: do not change it.</summary>
    public TValue Value { get; }
}

/// <summary>The arguments for a key that was removed.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
public class NotifyDictionaryItemRemovedEventArgs<TKey, TValue> : NotifyDictionaryTransactionalEventArgs<TKey, TValue>
{
    /// <summary>
    /// Initializes a new instance of the <see cref="NotifyDictionaryItemRemovedEventArgs{TKey, TValue}"/> class.
    /// </summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="key">The key.</param>
    public NotifyDictionaryItemRemovedEventArgs(ITransaction transaction, TKey key)
        : base(transaction, NotifyDictionaryChangedAction.Remove)
    {
        Key = key;
    }

    /// <summary>Gets the key. The value that it had is not given.</summary>
    public TKey Key { get; }
}

/// <summary>The arguments for a dictionary that was emptied by <c>ClearAsync</c>.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
public class NotifyDictionaryClearEventArgs<TKey, TValue> : NotifyDictionaryChangedEventArgs<TKey, TValue>
{
    /// <summary>
    /// Initializes a new instance of the <see cref="NotifyDictionaryClearEventArgs{TKey, TValue}"/> class.
    /// </summary>
    /// <param name="commitSequenceNumber">The LSN of the record.</param>
    public NotifyDictionaryClearEventArgs(long commitSequenceNumber)
        : base(NotifyDictionaryChangedAction.Clear)
    {
        CommitSequenceNumber = commitSequenceNumber;
    }

    /// <summary>Gets the LSN of the record that removed all keys.</summary>
    public long CommitSequenceNumber { get; }
}

/// <summary>The arguments for a dictionary whose whole content was replaced.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TValue">The type of the values.</typeparam>
public class NotifyDictionaryRebuildEventArgs<TKey, TValue> : NotifyDictionaryChangedEventArgs<TKey, TValue>
{
    /// <summary>
    /// Gets the keys and values that are there now, in no order. Valid until the task of the callback ends.
    /// </summary>
    public IAsyncEnumerable<KeyValuePair<TKey, TValue>> State { get; }

    /// <summary>
    /// Initializes a new instance of the <see cref="NotifyDictionaryRebuildEventArgs{TKey, TValue}"/> class.
    /// </summary>
    /// <param name="enumerableState">The keys and values that are there now.</param>
    public NotifyDictionaryRebuildEventArgs(IAsyncEnumerable<KeyValuePair<TKey, TValue>> enumerableState)
        : base(NotifyDictionaryChangedAction.Rebuild)
    {
        State = enumerableState;
    }
}
