namespace SfPerf.Reports.Exports;

/// <summary>Specifies what runs are exported to.</summary>
public enum ExportFormat
{
    /// <summary>HdrHistogram interval log.</summary>
    Hlog = 0,

    /// <summary>HdrHistogram percentile distribution, one a phase.</summary>
    Hgrm = 1,

    /// <summary>One line a phase.</summary>
    Csv = 2,

    /// <summary>BenchmarkDotNet's full JSON.</summary>
    Bdn = 3,

    /// <summary>Go benchmark text, for benchstat.</summary>
    Go = 4,

    /// <summary>Google Benchmark JSON, for compare.py.</summary>
    Gbench = 5,

    /// <summary>YCSB's summary text.</summary>
    Ycsb = 6,

    /// <summary>github-action-benchmark's list of rates.</summary>
    CustomBiggerIsBetter = 7,

    /// <summary>github-action-benchmark's list of latencies.</summary>
    CustomSmallerIsBetter = 8,

    /// <summary>One line a second of each phase.</summary>
    CsvSeconds = 9,
}
