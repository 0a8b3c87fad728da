namespace SfPerf.Contracts;

/// <summary>Defines what a scan may return: its rows travel in one message, and messages are at most 4 MiB.</summary>
public static class ScanLimits
{
    /// <summary>The most rows of a scan.</summary>
    public const int RowsMax = 10_000;

    /// <summary>The most bytes of a scan's rows, counted with <see cref="RowBytes"/> for each.</summary>
    public const int BytesMax = 4_000_000;

    /// <summary>More than a row takes beside its value.</summary>
    public const int RowBytes = 64;

    /// <summary>Returns the most rows of values of a size.</summary>
    /// <param name="valueBytes">The largest value.</param>
    public static int RowsOf(int valueBytes) => System.Math.Min(RowsMax, BytesMax / (valueBytes + RowBytes));
}
