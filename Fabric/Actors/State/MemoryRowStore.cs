using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Actors.State;

/// <summary>Rows in the memory of one replica, for as long as it is the primary.</summary>
internal sealed class MemoryRowStore : RowStore
{
    private readonly Lock _gate = new();
    private readonly Table[] _tables = [new(), new(), new()]; // guarded by _gate

    internal override ValueTask<byte[]?> ReadAsync(RowTable table, RowKey key, CancellationToken token)
    {
        lock (_gate)
            return new(_tables[(int)table].Values.GetValueOrDefault(key));
    }

    internal override ValueTask WriteAsync(List<RowWrite> writes, RoleTerm term, CancellationToken token)
    {
        lock (_gate)
        {
            if (!term.Holds)
                throw new FabricNotPrimaryException("The replica was not the primary all the time.");
            foreach (var write in writes)
                _tables[(int)write.Table].Write(write);
        }

        return default;
    }

    internal override Task<List<Row>> ReadRangeAsync(
        RowTable table, RowKey first, RowKey prefix, int countMax, CancellationToken token)
    {
        lock (_gate)
        {
            var (values, keys) = (_tables[(int)table].Values, _tables[(int)table].Keys);
            return Task.FromResult(keys.Count == 0 || keys.Max.CompareTo(first) < 0 ? [] : keys
                .GetViewBetween(first, keys.Max).TakeWhile(k => k.StartsWith(prefix)).Take(countMax)
                .Select(k => new Row(k, values[k])).ToList());
        }
    }

    internal override Task<List<Row>> ReadAllAsync(RowTable table, CancellationToken token)
    {
        lock (_gate)
            return Task.FromResult(_tables[(int)table].Values.Select(p => new Row(p.Key, p.Value)).ToList());
    }

    internal override void Reset()
    {
        lock (_gate)
        {
            foreach (var table in _tables)
                table.Clear();
        }
    }

    private sealed class Table
    {
        internal Dictionary<RowKey, byte[]> Values { get; } = [];

        internal SortedSet<RowKey> Keys { get; } = [];

        internal void Write(RowWrite write)
        {
            if (write.Value is { } value)
            {
                if (Values.TryAdd(write.Key, value))
                    Keys.Add(write.Key);
                else
                    Values[write.Key] = value;
            }
            else if (Values.Remove(write.Key))
            {
                Keys.Remove(write.Key);
            }
        }

        internal void Clear()
        {
            Values.Clear();
            Keys.Clear();
        }
    }
}
