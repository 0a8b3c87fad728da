using System;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.States;

/// <summary>A name with its lock and the collection that has it, if any.</summary>
internal sealed class NamedState(Uri name) : KeyLockResource
{
    private volatile ReliableCollection? _collection;

    // Both belong to the holder of the exclusive lock.
    private Transaction? _changer;
    private ReliableCollection? _pending;

    internal Uri Name { get; } = name;

    /// <summary>Gets or sets the collection as of the last applied record.</summary>
    internal ReliableCollection? Collection
    {
        get => _collection;
        set
        {
            _collection = value;
            FoundTask = null;
        }
    }

    /// <summary>Gets or sets the finished task that answers the next one who asks for the collection.</summary>
    internal object? FoundTask { get; set; }

    internal bool IsEmpty => _collection is null && _changer is null;

    /// <summary>Gets what a transaction sees: what it did itself, else the last applied.</summary>
    internal ReliableCollection? SeenBy(Transaction transaction) =>
        ReferenceEquals(_changer, transaction) ? _pending : _collection;

    /// <summary>Notes that a transaction puts a collection here, or takes it away.</summary>
    internal void Change(Transaction transaction, ReliableCollection? pending) =>
        (_changer, _pending) = (transaction, pending);

    internal void EndChange() => (_changer, _pending) = (null, null);

    internal void MarkGone() => IsGone = true;

    private protected override string DescribeName() => $"the name '{Name}'";
}
