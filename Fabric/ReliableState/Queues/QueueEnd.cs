using System;
using SfPerf.Fabric.ReliableState.Locking;

namespace SfPerf.Fabric.ReliableState.Queues;

/// <summary>The head or the tail of a queue, with its lock. What is pending belongs to the exclusive holder.</summary>
internal sealed class QueueEnd(Func<string> name) : KeyLockResource
{
    private object? _owner;
    private long _pending;

    /// <summary>Gets or sets the row at this end, as of the last applied record.</summary>
    internal long Row { get; set; }

    /// <summary>Gets the row at this end as a transaction sees it.</summary>
    internal long SeenBy(object transaction) => ReferenceEquals(_owner, transaction) ? _pending : Row;

    /// <summary>Moves on by one row; the transaction holds the exclusive lock.</summary>
    internal void MoveOn(object transaction) => (_pending, _owner) = (SeenBy(transaction) + 1, transaction);

    private protected override string DescribeName() => name();
}
