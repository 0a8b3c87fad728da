using System;
using System.Collections.Generic;
using System.Linq;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.LoadGenerator.Verification;

/// <summary>Judges what a scan returned: keys rise and lie in the partition, every value is one that a read might
/// return, and no item is left out whose write was acknowledged before the scan began. Rows of keys that are not of
/// this generator may lie between and are not judged. All members may be called concurrently.</summary>
public sealed class ScanLedger
{
    private readonly WriteLedger _ledger;
    private readonly IReadOnlyList<long> _keys;
    private readonly IReadOnlyList<(long Low, long High)> _ranges;
    private readonly int[][] _inOrder;
    private readonly int[] _places;

    /// <summary>Makes the ledger.</summary>
    /// <param name="ledger">What was written.</param>
    /// <param name="keys">The key of each item, as <see cref="Workloads.KeySpread"/> chose them.</param>
    /// <param name="ranges">The partitions' key ranges, both ends included.</param>
    public ScanLedger(WriteLedger ledger, IReadOnlyList<long> keys, IReadOnlyList<(long Low, long High)> ranges)
    {
        ArgumentNullException.ThrowIfNull(keys);
        ArgumentNullException.ThrowIfNull(ranges);
        (_ledger, _keys, _ranges) = (ledger, keys, ranges);
        _inOrder = [.. ranges.Select((_, partition) => Enumerable.Range(0, keys.Count)
            .Where(item => item % ranges.Count == partition).OrderBy(item => keys[item]).ToArray())];
        _places = new int[keys.Count];
        foreach (var items in _inOrder)
        {
            for (var place = 0; place < items.Length; place++)
                _places[items[place]] = place;
        }
    }

    /// <summary>Begins a scan.</summary>
    /// <param name="item">The item with the lowest key.</param>
    /// <param name="rowsMax">The most rows it may return.</param>
    public ScanTicket BeginScan(int item, int rowsMax)
    {
        var items = ItemsBeside(item);
        var floors = new List<long>(rowsMax);
        var acknowledged = 0;
        for (var place = _places[item]; place < items.Length && acknowledged < rowsMax; place++)
        {
            floors.Add(_ledger.BeginRead(items[place]));
            acknowledged += floors[^1] > 0 ? 1 : 0;
        }
        return new ScanTicket(item, rowsMax, floors);
    }

    /// <summary>Judges what the scan returned.</summary>
    /// <exception cref="LoadOperationException">Kind Lost, Stale or Corrupt.</exception>
    public void Check(ScanTicket scan, IReadOnlyList<KeyValuePair<long, byte[]>> rows)
    {
        ArgumentNullException.ThrowIfNull(scan);
        ArgumentNullException.ThrowIfNull(rows);
        CheckKeys(scan, rows);
        var items = ItemsBeside(scan.Item).AsSpan(_places[scan.Item], scan.Floors.Count);
        var next = 0;
        foreach (var (key, value) in rows)
        {
            for (; next < items.Length && _keys[items[next]] < key; next++)
                CheckAbsence(items[next], scan.Floors[next]);
            if (next < items.Length && _keys[items[next]] == key)
                _ledger.Check(items[next], scan.Floors[next++], value);
        }
        // Fewer rows than asked for: the scan came to the end of the partition.
        for (; rows.Count < scan.RowsMax && next < items.Length; next++)
            CheckAbsence(items[next], scan.Floors[next]);
    }

    private int[] ItemsBeside(int item) => _inOrder[item % _ranges.Count];

    private void CheckKeys(ScanTicket scan, IReadOnlyList<KeyValuePair<long, byte[]>> rows)
    {
        var (first, high) = (_keys[scan.Item], _ranges[scan.Item % _ranges.Count].High);
        if (rows.Count > scan.RowsMax)
        {
            throw new LoadOperationException(ErrorKind.Corrupt,
                $"A scan of at most {scan.RowsMax} rows returned {rows.Count}.");
        }

        for (var i = 0; i < rows.Count; i++)
        {
            if (rows[i].Key > high || (i == 0 ? rows[i].Key < first : rows[i].Key <= rows[i - 1].Key))
            {
                throw new LoadOperationException(ErrorKind.Corrupt, $"Row {i} of a scan from key {first} in a "
                    + $"partition up to {high} has key {rows[i].Key}"
                    + (i == 0 ? "." : $", the one before it {rows[i - 1].Key}."));
            }
        }
    }

    private void CheckAbsence(int item, long floor)
    {
        if (floor > 0)
            _ledger.Check(item, floor, null);
    }
}
