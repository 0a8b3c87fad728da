using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>What one operation does.</summary>
internal readonly record struct OperationChoice(int Item, OperationKind Kind);
