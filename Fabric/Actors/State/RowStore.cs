using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Data;

namespace SfPerf.Fabric.Actors.State;

/// <summary>The tables that the rows of actors lie in.</summary>
internal enum RowTable
{
    /// <summary>A row for each actor that exists; it has one byte.</summary>
    Actors = 0,

    /// <summary>A row for each state of each actor.</summary>
    States = 1,

    /// <summary>A row for each reminder of each actor.</summary>
    Reminders = 2,
}

/// <summary>A row to store.</summary>
/// <param name="Table">The table it lies in.</param>
/// <param name="Key">Its key.</param>
/// <param name="Value">Its value, which nobody changes any more; null to remove the row.</param>
internal readonly record struct RowWrite(RowTable Table, RowKey Key, byte[]? Value);

/// <summary>A row that was read.</summary>
/// <param name="Key">Its key.</param>
/// <param name="Value">Its value, which nobody may change.</param>
internal readonly record struct Row(RowKey Key, byte[] Value);

/// <summary>The time from one change of a replica's role to the next.</summary>
internal sealed class RoleTerm : ICommitCondition
{
    private volatile bool _isOver;

    public bool Holds => !_isOver;

    internal void End() => _isOver = true;
}

/// <summary>Represents the place where the rows of a replica's actors lie. Any thread may call it.</summary>
internal abstract class RowStore
{
    private RoleTerm _term = new();

    /// <summary>Gets the term in which what is read now is written.</summary>
    internal RoleTerm Term => Volatile.Read(ref _term);

    /// <summary>Reads a row. On a replica that has its tables, and a row that nobody writes, it ends at once.</summary>
    /// <returns>The value, which nobody may change; null if there is no such row.</returns>
    internal abstract ValueTask<byte[]?> ReadAsync(RowTable table, RowKey key, CancellationToken token);

    /// <summary>Stores rows in one record: all of them or, when this throws, none, unless another primary took over
    /// meanwhile.</summary>
    /// <param name="writes">Not changed by others until the task ends.</param>
    /// <param name="term">The term in which what the rows depend on was read: between it and another one, another
    /// primary may have written.</param>
    /// <param name="token">Ends the wait for locks, and for another attempt.</param>
    /// <exception cref="System.Fabric.FabricNotPrimaryException">The term is over. Nothing was stored by this call,
    /// or, where it was repeated, what an earlier attempt stored.</exception>
    internal abstract ValueTask WriteAsync(List<RowWrite> writes, RoleTerm term, CancellationToken token);

    /// <summary>Reads rows in the order of their keys.</summary>
    /// <param name="table">The table they lie in.</param>
    /// <param name="first">The lowest key; it need not exist.</param>
    /// <param name="prefix">The actor whose rows are read; default for those of all.</param>
    /// <param name="countMax">The most rows to read.</param>
    /// <param name="token">Ends the reading.</param>
    internal abstract Task<List<Row>> ReadRangeAsync(
        RowTable table, RowKey first, RowKey prefix, int countMax, CancellationToken token);

    /// <summary>Reads all rows of a table, in any order.</summary>
    internal abstract Task<List<Row>> ReadAllAsync(RowTable table, CancellationToken token);

    /// <summary>Ends the term: the replica's role changes.</summary>
    internal void ChangeRole()
    {
        Interlocked.Exchange(ref _term, new RoleTerm()).End();
        Reset();
    }

    /// <summary>Notes that the replica's role or its whole state changes.</summary>
    internal abstract void Reset();
}
