namespace SfPerf.Workload;

/// <summary>Describes what a target must be ready for.</summary>
/// <param name="Items">The number of items.</param>
/// <param name="Payload">The sizes of the values.</param>
/// <param name="Seed">Decides keys, sizes and contents: the same seed makes the same run.</param>
/// <param name="ScanRowsMax">The most items a scan returns; 0 when there are none.</param>
public sealed record TargetSpecification(int Items, PayloadSizes Payload, int Seed, int ScanRowsMax = 0);
