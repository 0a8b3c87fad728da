using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Workloads;

/// <summary>What one operation does.</summary>
/// <param name="Item">The item, of a scan the first one.</param>
/// <param name="Kind">What is done with it.</param>
/// <param name="Rows">The most items a scan returns; else 0.</param>
internal readonly record struct OperationChoice(int Item, OperationKind Kind, int Rows = 0);

/// <summary>How the sizes of values are drawn.</summary>
public enum SizeDistribution
{
    /// <summary>One size.</summary>
    Fixed = 0,

    /// <summary>Each of a list, equally likely.</summary>
    List = 1,

    /// <summary>Any size of a range, equally likely.</summary>
    Uniform = 2,

    /// <summary>Any size of a range, the smaller the more often: YCSB's zipfian.</summary>
    Zipfian = 3,
}
