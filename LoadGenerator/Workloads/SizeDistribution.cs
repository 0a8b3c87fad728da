namespace SfPerf.LoadGenerator.Workloads;

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
