using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Log;

/// <summary>Where the segments live: a folder, or a test's faulty disk.</summary>
public interface ILogStorage : IDisposable
{
    /// <summary>Opens every existing segment file, in no particular order.</summary>
    IReadOnlyList<ILogFile> OpenAll();

    /// <summary>
    /// Creates a segment of the length, every byte written as zero (not merely reserved: a reserved extent costs a
    /// journal commit at its first flush), durable together with its directory entry.
    /// </summary>
    ILogFile Create(string name, long length);

    /// <summary>Opens the mark, which lies apart from the segments; null when there is none.</summary>
    /// <exception cref="LogCorruptedException">Its length is wrong.</exception>
    ILogMark? OpenMark();

    /// <summary>Creates the mark with this content, durable together with its directory entry.</summary>
    ILogMark CreateMark(ReadOnlySpan<byte> content);
}
