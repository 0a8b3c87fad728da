using SfPerf.LoadGenerator.Running;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>Chooses what each operation of one worker does. The choice depends on seed, phase and sequence, not on which
/// worker comes first, so a run of the same seed issues the same operations.</summary>
internal abstract class KeyChooser(RunSpecification run, PhaseSpecification phase, long sequenceBase)
{
    private readonly ulong _seed = (ulong)run.Seed * 2;
    private readonly double _readShare = phase.ReadShare;

    protected int Items => run.Items;

    protected long SequenceBase => sequenceBase;

    internal OperationChoice Next(long sequence)
    {
        var read = _readShare >= 1
            || (_readShare > 0 && (Mix.Hash(_seed + 1, (ulong)sequence) >> 11) * (1.0 / (1ul << 53)) < _readShare);
        return new OperationChoice(Item(sequence, new Mix(Mix.Hash(_seed, (ulong)sequence))), read);
    }

    protected abstract int Item(long sequence, Mix random);

    internal static KeyChooser Create(RunSpecification run, PhaseSpecification phase, long sequenceBase, int worker) =>
        new SequentialChooser(run, phase, sequenceBase);
}
