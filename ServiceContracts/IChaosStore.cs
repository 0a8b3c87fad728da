using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Remoting;
using SfPerf.Contracts;

namespace SfPerf.ServiceContracts;

/// <summary>
/// The store that <c>sfperf chaos</c> runs while it breaks the cluster. Each call is one transaction. A call that
/// throws has an unknown outcome, since the reply may be what was lost.
/// </summary>
public interface IChaosStore : IService
{
    /// <summary>Returns what a register holds; 0 before its first write.</summary>
    /// <param name="key">The register.</param>
    Task<ChaosAnswer> ReadAsync(long key);

    /// <summary>Writes a register.</summary>
    /// <param name="key">The register.</param>
    /// <param name="value">The value; not 0.</param>
    Task<ChaosAnswer> WriteAsync(long key, long value);

    /// <summary>Writes a register if it holds what is expected; the answer's value is what it held.</summary>
    /// <param name="key">The register.</param>
    /// <param name="expected">What it is to hold; 0 for nothing.</param>
    /// <param name="value">The value; not 0.</param>
    Task<ChaosAnswer> CompareAndSetAsync(long key, long expected, long value);

    /// <summary>Moves an amount between two accounts and leaves a receipt; the answer's value is the number of the
    /// transfer, counted from 1. Not done where the balance is too low.</summary>
    /// <param name="operation">The key of the receipt, which holds the number.</param>
    /// <param name="from">The account that gives.</param>
    /// <param name="to">The account that receives; another one.</param>
    /// <param name="amount">More than zero.</param>
    Task<ChaosAnswer> TransferAsync(long operation, int from, int to, long amount);

    /// <summary>Returns all balances and, as the value, the number of transfers, in one snapshot.</summary>
    Task<ChaosAnswer> BalancesAsync();

    /// <summary>Adds a value to a queue.</summary>
    /// <param name="concurrent">Whether to the concurrent queue.</param>
    /// <param name="value">The value.</param>
    Task<ChaosAnswer> EnqueueAsync(bool concurrent, long value);

    /// <summary>Takes a value from a queue and leaves a receipt; the answer's value is null when it is empty.</summary>
    /// <param name="operation">The key of the receipt, which holds the value.</param>
    /// <param name="concurrent">Whether from the concurrent queue.</param>
    Task<ChaosAnswer> DequeueAsync(long operation, bool concurrent);

    /// <summary>Returns what the queue holds, in its order, and leaves it there.</summary>
    Task<ChaosAnswer> RemainingAsync();

    /// <summary>Returns receipts by rising keys: key, value, key, value and so on.</summary>
    /// <param name="after">The key below the first one wanted.</param>
    /// <param name="count">The most receipts wanted.</param>
    Task<ChaosAnswer> ReceiptsAsync(long after, int count);
}
