using System.Collections.Generic;
using SfPerf.Fabric.ReliableState.Locking;
using SfPerf.Fabric.ReliableState.Serialization;

namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>
/// Represents what a transaction needs while it is open; pooled, since the transaction object itself cannot be. Locks
/// and pending versions know the transaction by it: they are old objects, and each reference from an old object to a
/// new one costs the next collection a walk over the old ones beside it.
/// </summary>
internal sealed class WriteSet
{
    private const int KeptItemsMax = 1024;

    /// <summary>Gets or sets whose it is; null between two transactions.</summary>
    internal Transaction? Owner { get; set; }

    /// <summary>Gets the record in the making.</summary>
    internal ByteWriter Record { get; } = new();

    /// <summary>Gets or sets the length of the record up to the last whole operation.</summary>
    internal int Mark { get; set; }

    internal List<PendingOperation> Operations { get; } = [];

    internal List<HeldLock> Locks { get; } = [];

    /// <summary>Gets the collections whose lock is shared.</summary>
    internal List<CollectionLock> CollectionLocks { get; } = [];

    public override string ToString() => Owner?.ToString() ?? "an ended transaction";

    /// <summary>Empties it for the next transaction.</summary>
    /// <returns>False if it grew too large to be kept.</returns>
    internal bool TryReset()
    {
        Owner = null;
        Record.Reset();
        Mark = 0;
        Operations.Clear();
        Locks.Clear();
        CollectionLocks.Clear();
        return Operations.Capacity <= KeptItemsMax && Locks.Capacity <= KeptItemsMax;
    }
}
