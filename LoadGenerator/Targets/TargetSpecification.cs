using System.Collections.Generic;
using SfPerf.LoadGenerator.Workloads;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>What a target must be ready for.</summary>
/// <param name="Items">The number of items.</param>
/// <param name="Payload">The sizes of the values.</param>
/// <param name="Seed">Decides keys, sizes and contents: the same seed makes the same run.</param>
/// <param name="ScanRowsMax">The most items a scan returns; 0 when there are none.</param>
public sealed record TargetSpecification(int Items, PayloadSizes Payload, int Seed, int ScanRowsMax = 0);

/// <summary>What a target found when it was prepared.</summary>
/// <param name="ItemPerPartition">One item index in each partition that holds items: the runner makes first contact
/// with each by one write, and reports how long that took.</param>
public sealed record TargetPreparation(IReadOnlyList<int> ItemPerPartition);
