namespace SfPerf.Workload;

/// <summary>Specifies which items operations choose.</summary>
public enum KeyChoice
{
    /// <summary>Each in turn, as the original does.</summary>
    Sequential = 0,

    /// <summary>All equally likely.</summary>
    Uniform = 1,

    /// <summary>YCSB's scrambled zipfian: few items take most operations, spread over the key space.</summary>
    Zipfian = 2,

    /// <summary>YCSB's latest: as zipfian, the most recently written item first.</summary>
    Latest = 3,

    /// <summary>YCSB's hotspot: 80 % of the operations go to 20 % of the items.</summary>
    Hotspot = 4,

    /// <summary>Always item 0.</summary>
    Single = 5,
}
