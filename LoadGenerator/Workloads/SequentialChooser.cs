using SfPerf.LoadGenerator.Running;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>Each item in turn.</summary>
internal sealed class SequentialChooser(RunSpecification run, PhaseSpecification phase, long sequenceBase)
    : KeyChooser(run, phase, sequenceBase)
{
    protected override int Item(long sequence, Mix random) => (int)((sequence - SequenceBase - 1) % Items);
}
