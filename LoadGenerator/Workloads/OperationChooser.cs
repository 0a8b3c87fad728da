using System;
using SfPerf.LoadGenerator.Running;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>Chooses what each operation does. The choice depends on seed and sequence alone, not on which worker comes
/// first, so a run of the same seed issues the same operations. Shared by all workers.</summary>
internal sealed class OperationChooser
{
    private const double HotItems = 0.2;
    private const double HotOperations = 0.8;
    private readonly KeyChoice _keys;
    private readonly int _items;
    private readonly double _readShare;
    private readonly long _sequenceBase;
    private readonly ulong _seed;
    private readonly Zipfian? _latest;

    internal OperationChooser(RunSpecification run, PhaseSpecification phase, long sequenceBase)
    {
        (_keys, _items, _readShare, _sequenceBase) = (phase.Keys, run.Items, phase.ReadShare, sequenceBase);
        _seed = (ulong)run.Seed * 2;
        if (_keys == KeyChoice.Latest)
            _latest = new Zipfian(_items);
    }

    internal OperationChoice Next(long sequence)
    {
        var read = _readShare >= 1
            || (_readShare > 0 && new Mix(Mix.Hash(_seed + 1, (ulong)sequence)).NextDouble() < _readShare);
        return new OperationChoice(Item(sequence, read), read);
    }

    private int Item(long sequence, bool read)
    {
        var turn = (int)((sequence - _sequenceBase - 1) % _items);
        if (_keys == KeyChoice.Sequential)
            return turn;
        var random = new Mix(Mix.Hash(_seed, (ulong)sequence));
        return _keys switch
        {
            KeyChoice.Uniform => random.NextInt(_items),
            KeyChoice.Zipfian => (int)(Zipfian.Fnv(Zipfian.Scrambled.Next(random.NextDouble())) % _items),
            KeyChoice.Latest => read ? Back(turn, _latest!.Next(random.NextDouble())) : turn,
            KeyChoice.Hotspot => Hotspot(ref random),
            _ => 0,
        };
    }

    // Writes go round in turn; reads count back from the newest of them.
    private int Back(int turn, long steps) => (int)((turn - 1 - steps + (2L * _items)) % _items);

    private int Hotspot(ref Mix random)
    {
        var hot = Math.Max(1, (int)(_items * HotItems));
        return random.NextDouble() < HotOperations || hot == _items
            ? random.NextInt(hot) : hot + random.NextInt(_items - hot);
    }
}
