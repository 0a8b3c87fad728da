using System.Collections.Generic;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>What a target found when it was prepared.</summary>
/// <param name="ItemPerPartition">One item index in each partition that holds items: the runner makes first contact
/// with each by one write, and reports how long that took.</param>
public sealed record TargetPreparation(IReadOnlyList<int> ItemPerPartition);
