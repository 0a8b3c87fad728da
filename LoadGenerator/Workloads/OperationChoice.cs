using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>Describes what one operation does.</summary>
/// <param name="Item">The item, of a scan the first one.</param>
/// <param name="Kind">What is done with it.</param>
/// <param name="Rows">The most items a scan returns; else 0.</param>
internal readonly record struct OperationChoice(int Item, OperationKind Kind, int Rows = 0);
