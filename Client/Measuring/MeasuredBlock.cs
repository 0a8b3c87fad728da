using System.Collections.Generic;
using System.Linq;
using SfPerf.Machine;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Measuring;

/// <summary>Represents one phase of a run, with what belongs to it: its load and its warm-up.</summary>
/// <param name="Name">The phase.</param>
/// <param name="Before">The machine when it began.</param>
/// <param name="After">The machine when it ended.</param>
/// <param name="Results">What it measured.</param>
internal sealed record MeasuredBlock(
    string Name, MachineReading Before, MachineReading After, IReadOnlyList<PhaseResult> Results)
{
    public double Seconds => After.Seconds - Before.Seconds;

    /// <summary>Makes one of blocks that follow each other.</summary>
    public static MeasuredBlock Join(IReadOnlyList<MeasuredBlock> blocks) =>
        new("run", blocks[0].Before, blocks[^1].After, [.. blocks.SelectMany(b => b.Results)]);
}
