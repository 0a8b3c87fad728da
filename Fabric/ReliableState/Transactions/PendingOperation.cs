namespace SfPerf.Fabric.ReliableState.Transactions;

/// <summary>
/// Represents one operation of a transaction that was begun here: its place in memory, beside its bytes in the record.
/// </summary>
/// <param name="Kind">What it does.</param>
/// <param name="Target">Who carries it out.</param>
/// <param name="Item">The key's entry or the state's name, as the target likes.</param>
/// <param name="Version">The new value, if any.</param>
internal readonly record struct PendingOperation(
    OperationKind Kind, IOperationTarget Target, object Item, object? Version);
