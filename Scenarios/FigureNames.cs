namespace SfPerf.Scenarios;

/// <summary>The figures of an arm in a run.</summary>
internal static class FigureNames
{
    /// <summary>Its time in that of the arm it is compared with, or in the geometric mean of several, of the same
    /// round.</summary>
    public const string Ratio = "ratio";

    /// <summary>Its time in ticks of the processor's clock, as the published program prints it.</summary>
    public const string Ticks = "runtimeTicks";

    /// <summary>The runs of which an arm's result is made, where it is more than one: calls and times are their sums,
    /// the ratio is the geometric mean of their ratios.</summary>
    public const string Runs = "runs";

    /// <summary>The most operations that the service ran at once.</summary>
    public const string Peak = "peakConcurrentCalls";

    /// <summary>The connections that the server accepted.</summary>
    public const string Connections = "connectionsOpened";

    /// <summary>The reminders that came more than once.</summary>
    public const string Twice = "firedTwice";

    /// <summary>The calls that were answered meanwhile.</summary>
    public const string CallsMeanwhile = "callsMeanwhile";

    /// <summary>The longest of those calls.</summary>
    public const string LongestCall = "longestCallMs";

    /// <summary>The calls that began when the first reminder had come, and the longest of them.</summary>
    public const string CallsWhileFiring = "callsWhileFiring";
    public const string LongestCallWhileFiring = "longestCallWhileFiringMs";

    /// <summary>The bytes that the client sent for a request, by the kernel's count.</summary>
    public const string Bytes = "bytesPerRequest";

    /// <summary>The segments with data that the client sent for a request, by the kernel's count.</summary>
    public const string Segments = "segmentsPerRequest";

    /// <summary>The bytes of a request that the server within this process read.</summary>
    public const string ServerBytes = "serverBytesPerRequest";

    /// <summary>The segments with data of a request that reached it, by the kernel's count; one that the kernel took
    /// for lost and sent again counts twice.</summary>
    public const string ServerSegments = "serverSegmentsPerRequest";

    /// <summary>The reads in which it received a request.</summary>
    public const string ServerReads = "serverReadsPerRequest";

    /// <summary>Its own time for a request, from the last byte to the end of the answer.</summary>
    public const string ServerMicroseconds = "serverMicroseconds";

    /// <summary>The processor seconds of this process: host and clients.</summary>
    public const string Cpu = "cpuSeconds";

    /// <summary>The encoded bytes of a request.</summary>
    public const string RequestBytes = "requestBytes";
}
