using Microsoft.ServiceFabric.Data;

namespace SfPerf.Fabric.Data;

/// <summary>What has to hold for a transaction to commit, beside what it has read.</summary>
public interface ICommitCondition
{
    /// <summary>Gets whether it holds. Asked under the log's lock as the record enters the log; takes none.</summary>
    bool Holds { get; }
}

/// <summary>What our transactions can do beyond the published interface: commit on a condition.</summary>
public interface IConditionalTransaction : ITransaction
{
    /// <summary>Sets what has to hold: if it does not, the commit is a
    /// <see cref="System.Fabric.FabricNotPrimaryException"/>.</summary>
    ICommitCondition? CommitCondition { set; }
}
