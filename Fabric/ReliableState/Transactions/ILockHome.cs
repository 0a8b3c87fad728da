using SfPerf.Fabric.ReliableState.Locking;

namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>
/// Represents the place where locked things live; it may drop those that hold nothing once they are free.
/// </summary>
internal interface ILockHome
{
    /// <summary>Drops the resource if nobody holds it and it holds nothing. The caller holds its monitor.</summary>
    void RetireIfEmpty(KeyLockResource resource);
}
