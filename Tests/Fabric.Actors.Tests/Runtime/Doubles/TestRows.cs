using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using SfPerf.Fabric.Actors.State;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Doubles;

/// <summary>Rows in memory that a test can count, refuse and hold up.</summary>
internal sealed class TestRows : RowStore
{
    private readonly MemoryRowStore _rows = new();
    private int _records;

    /// <summary>Gets the number of records that were written.</summary>
    internal int Records => Volatile.Read(ref _records);

    /// <summary>Gets or sets what is done before each write; it may throw.</summary>
    internal Func<List<RowWrite>, Task>? Writing { get; set; }

    /// <summary>Gets or sets what is done after each write, before who waits for it hears of it.</summary>
    internal Func<Task>? Written { get; set; }

    /// <summary>Gets or sets whether a write that nothing holds up ends as soon as somebody begins to wait for it.
    /// </summary>
    internal bool EndsWhenAwaited { get; set; }

    /// <summary>Gets or sets what is done before all rows of a table are read.</summary>
    internal Func<Task>? Loading { get; set; }

    internal override ValueTask<byte[]?> ReadAsync(RowTable table, RowKey key, CancellationToken token) =>
        _rows.ReadAsync(table, key, token);

    internal override ValueTask WriteAsync(List<RowWrite> writes, RoleTerm term, CancellationToken token)
    {
        var writing = StoreAsync(writes, term, token);
        return EndsWhenAwaited && writing.IsCompletedSuccessfully ? new(new Awaited(), 0) : writing;
    }

    private async ValueTask StoreAsync(List<RowWrite> writes, RoleTerm term, CancellationToken token)
    {
        if (Writing is { } writing)
            await writing(writes);
        await _rows.WriteAsync(writes, term, token);
        Interlocked.Increment(ref _records);
        if (Written is { } written)
            await written();
    }

    internal override Task<List<Row>> ReadRangeAsync(
        RowTable table, RowKey first, RowKey prefix, int countMax, CancellationToken token) =>
        _rows.ReadRangeAsync(table, first, prefix, countMax, token);

    internal override async Task<List<Row>> ReadAllAsync(RowTable table, CancellationToken token)
    {
        if (Loading is { } loading)
            await loading();
        return await _rows.ReadAllAsync(table, token);
    }

    // The rows stay, as those of a persisted service do when its primary moves.
    internal override void Reset()
    {
    }

    // Not completed when it is looked at first; completed once its continuation is registered, which runs at once.
    private sealed class Awaited : IValueTaskSource
    {
        private ManualResetValueTaskSourceCore<bool> _core;

        public void GetResult(short token) => _core.GetResult(token);

        public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

        public void OnCompleted(
            Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
        {
            _core.OnCompleted(continuation, state, token, flags);
            _core.SetResult(true);
        }
    }
}
