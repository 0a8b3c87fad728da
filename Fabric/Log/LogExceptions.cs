using System;
using System.IO;

namespace SfPerf.Fabric.Log;

/// <summary>
/// The log holds a broken record that had once been durable, or misses a segment. It is refused as a whole: nothing is
/// skipped. The replicas in it must be rebuilt from their peers.
/// </summary>
public sealed class LogCorruptedException : IOException
{
    /// <summary>Creates the exception.</summary>
    public LogCorruptedException(string segment, long offset, string problem, Exception? inner = null)
        : base($"Log segment '{segment}' is corrupt at offset {offset}: {problem}.", inner) =>
        (Segment, Offset) = (segment, offset);

    /// <summary>Gets the name of the segment's file.</summary>
    public string Segment { get; }

    /// <summary>Gets the offset in that file.</summary>
    public long Offset { get; }
}

/// <summary>
/// An earlier write or flush failed, so what is on disk is unknown. The log takes nothing more until it is opened anew.
/// </summary>
public sealed class LogFaultedException : IOException
{
    /// <summary>Creates the exception.</summary>
    public LogFaultedException(Exception cause)
        : base($"The log takes no more records: {cause?.Message}", cause)
    {
    }
}

/// <summary>Another process has the log's folder open.</summary>
public sealed class LogLockedException : IOException
{
    /// <summary>Creates the exception.</summary>
    public LogLockedException(string folder, Exception? inner = null)
        : base($"The log folder '{folder}' is in use by another process.", inner)
    {
    }
}
