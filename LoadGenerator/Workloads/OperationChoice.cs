namespace SfPerf.LoadGenerator.Workloads;

/// <summary>What one operation does.</summary>
internal readonly record struct OperationChoice(int Item, bool Read);
