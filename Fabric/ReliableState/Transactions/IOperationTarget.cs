using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>
/// Carries out the operations of a local transaction: a collection, or the state manager itself.
/// </summary>
internal interface IOperationTarget
{
    /// <summary>Makes the change part of the state. Apply thread.</summary>
    void Apply(in PendingOperation operation, long lsn);

    /// <summary>Drops what the change made obsolete, once <paramref name="lsn"/> is visible. Apply thread.</summary>
    void Settle(in PendingOperation operation, long lsn);

    /// <summary>Raises the events of the change, after the locks were released. Apply thread.</summary>
    void Notify(in PendingOperation operation, ITransaction transaction);

    /// <summary>Takes back a change that was never applied. Any thread, the last change first.</summary>
    void Undo(in PendingOperation operation);
}
