using SfPerf.Fabric.ReliableState.Locking;

namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>A lock that a transaction has to release.</summary>
internal readonly record struct HeldLock(KeyLockResource Resource, ILockHome Home);
