namespace SfPerf.Chaos.Histories;

/// <summary>Specifies what a client asked of the store, or what was read of it at the end.</summary>
public enum OperationKind
{
    /// <summary>Reads a register.</summary>
    Read,

    /// <summary>Writes a register.</summary>
    Write,

    /// <summary>Writes a register if it holds what is expected, and returns what it held.</summary>
    CompareAndSet,

    /// <summary>Moves an amount between two accounts, in one transaction over several dictionaries.</summary>
    Transfer,

    /// <summary>Reads all accounts and the number of transfers in one snapshot.</summary>
    Balances,

    /// <summary>Adds a value to the queue.</summary>
    Enqueue,

    /// <summary>Takes the first value of the queue.</summary>
    Dequeue,

    /// <summary>Adds a value to the concurrent queue.</summary>
    ConcurrentEnqueue,

    /// <summary>Takes some value of the concurrent queue.</summary>
    ConcurrentDequeue,

    /// <summary>At the end: a transfer or dequeue left its receipt, which it wrote in its own transaction.</summary>
    Receipt,

    /// <summary>At the end: what the queue holds, in its order.</summary>
    Remaining,

    /// <summary>At the end: what the concurrent queue holds.</summary>
    ConcurrentRemaining,
}
