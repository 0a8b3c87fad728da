namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>Specifies where a transaction stands.</summary>
internal enum TransactionState
{
    /// <summary>It takes operations.</summary>
    Active,

    /// <summary>Its record is on the way to a quorum, or waits for one.</summary>
    Committing,

    /// <summary>It is part of the state.</summary>
    Committed,

    /// <summary>It never will be.</summary>
    Aborted,

    /// <summary>It was aborted by the system, or its outcome is unknown.</summary>
    Faulted,
}
