using System;
using SfPerf.Metrics.Results;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>Chooses what each operation does. The choice depends on seed and sequence alone, not on which worker comes
/// first, so a run of the same seed issues the same operations; only which items exist already depends on the inserts
/// acknowledged so far. Shared by all workers.</summary>
internal sealed class OperationChooser
{
    private const double HotItems = 0.2;
    private const double HotOperations = 0.8;
    private readonly KeyChoice _keys;
    private readonly ItemSpace _space;
    private readonly int _items;
    private readonly OperationShares _shares;
    private readonly bool _inserts;
    private readonly OperationKind? _only;
    private readonly long _sequenceBase;
    private readonly ulong _seed;
    private readonly int _scanRowsMax;
    private readonly Zipfian? _latest;

    internal OperationChooser(RunSpecification run, PhaseSpecification phase, ItemSpace space, long sequenceBase)
    {
        (_keys, _space, _items, _sequenceBase) = (phase.Keys, space, space.Loaded, sequenceBase);
        _shares = phase.Shares;
        _inserts = _shares.Of(OperationKind.Insert) > 0;
        _only = _shares.IsMixed ? null : _shares.Choose(0);
        _seed = (ulong)run.Seed * 2;
        _scanRowsMax = run.ScanRowsMax;
        if (_keys == KeyChoice.Latest)
            _latest = new Zipfian(_items);
    }

    internal OperationChoice Next(long sequence)
    {
        var kind = _only ?? _shares.Choose(new SplitMix64(SplitMix64.Hash(_seed + 1, (ulong)sequence)).NextDouble());
        if (kind == OperationKind.Insert)
        {
            if (_space.TryBegin(out var inserted))
                return new OperationChoice(inserted, kind);
            // More inserts were drawn than the run has room for, which is six standard deviations: one more update.
            kind = OperationKind.Write;
        }

        return new OperationChoice(Item(sequence, kind), kind, kind == OperationKind.Scan ? ScanRows(sequence) : 0);
    }

    /// <summary>An operation has succeeded.</summary>
    internal void Succeeded(OperationChoice choice)
    {
        if (choice.Kind == OperationKind.Insert)
            _space.Acknowledge(choice.Item);
    }

    // As YCSB: 1 to the most, all equally likely.
    private int ScanRows(long sequence) =>
        1 + new SplitMix64(SplitMix64.Hash(~_seed, (ulong)sequence)).NextInt(_scanRowsMax);

    private int Item(long sequence, OperationKind kind)
    {
        var turn = (int)((sequence - _sequenceBase - 1) % _items);
        if (_keys == KeyChoice.Sequential)
            return turn;
        var random = new SplitMix64(SplitMix64.Hash(_seed, (ulong)sequence));
        return _keys switch
        {
            KeyChoice.Uniform => _space.At(random.NextInt(_inserts ? _space.Count : _items)),
            KeyChoice.Zipfian => Scrambled(ref random),
            KeyChoice.Latest when _inserts => Newest(_latest!.Next(random.NextDouble())),
            KeyChoice.Latest => kind == OperationKind.Write ? turn : Back(turn, _latest!.Next(random.NextDouble())),
            KeyChoice.Hotspot => Hotspot(ref random),
            _ => 0,
        };
    }

    // As YCSB: drawn from all items there will ever be, and again while the item does not exist yet; so the popular
    // ones stay the same while others are inserted.
    private int Scrambled(ref SplitMix64 random)
    {
        var capacity = _inserts ? _space.Capacity : _items;
        var count = _inserts ? _space.Count : _items;
        while (true)
        {
            var order = (int)(Zipfian.Fnv(Zipfian.Scrambled.Next(random.NextDouble())) % capacity);
            if (order < count)
                return _space.At(order);
        }
    }

    private int Newest(long steps)
    {
        var count = _space.Count;
        return _space.At((int)((count - 1 - steps + count) % count));
    }

    // Writes go round in turn; reads count back from the newest of them.
    private int Back(int turn, long steps) => (int)((turn - 1 - steps + (2L * _items)) % _items);

    private int Hotspot(ref SplitMix64 random)
    {
        var hot = Math.Max(1, (int)(_items * HotItems));
        return random.NextDouble() < HotOperations || hot == _items
            ? random.NextInt(hot) : hot + random.NextInt(_items - hot);
    }
}
