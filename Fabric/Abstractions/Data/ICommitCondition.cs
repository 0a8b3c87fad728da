using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Data;

/// <summary>
/// A condition for the commit of a transaction, besides that no other primary has written since the transaction first
/// read or wrote.
/// </summary>
public interface ICommitCondition
{
    /// <summary>Gets a value indicating whether the condition holds.</summary>
    /// <remarks>
    /// It is read under the lock of the log, each time the record of the commit is about to enter it: it must be quick
    /// and take no lock.
    /// </remarks>
    bool Holds { get; }
}

/// <summary>
/// Defines what the transactions of this product can do beyond the published interface: commit on a condition.
/// </summary>
/// <remarks>
/// Each transaction of this runtime can be cast to this interface. A service that does so does not run on Service
/// Fabric.
/// </remarks>
public interface IConditionalTransaction : ITransaction
{
    /// <summary>
    /// Sets the condition. If it does not hold, the commit fails with a
    /// <see cref="System.Fabric.FabricNotPrimaryException"/> and nothing is committed.
    /// </summary>
    /// <value>
    /// Null, the default, for none. Set it before the commit. A transaction without writes does not read it.
    /// </value>
    ICommitCondition? CommitCondition { set; }
}
