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
