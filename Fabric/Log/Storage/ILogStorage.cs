using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Log.Storage;

/// <summary>Represents the place where the segments live: a folder, or a test's faulty disk.</summary>
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

/// <summary>Represents one segment's file. Positional; reads may run beside one writer.</summary>
public interface ILogFile : IDisposable
{
    /// <summary>Gets the file's name.</summary>
    string Name { get; }

    /// <summary>Gets the file's length in bytes.</summary>
    long Length { get; }

    /// <summary>Writes all the bytes. An exception leaves their region undefined.</summary>
    void Write(ReadOnlySpan<byte> bytes, long offset);

    /// <summary>
    /// Writes bytes to the segment being written, each call behind the one before. They are in the file after <see
    /// cref="FlushAppended"/>, at the latest. One thread at a time for all files of a storage.
    /// </summary>
    void Append(ReadOnlySpan<byte> bytes, long offset) => Write(bytes, offset);

    /// <summary>
    /// Returns when everything appended or written before the call is on the device. The thread that appends calls it.
    /// </summary>
    void FlushAppended() => Flush();

    /// <summary>Reads up to the buffer's length; fewer only at the end of the file.</summary>
    int Read(Span<byte> buffer, long offset);

    /// <summary>Opens the file once more, to be read by whole blocks past the page cache.</summary>
    /// <returns>Null where reads go through the cache.</returns>
    BlockReader? OpenBlocks() => null;

    /// <summary>Returns when everything written before the call is on the device.</summary>
    void Flush();
}

/// <summary>The file in which a log keeps what it has promised, apart from its segments.</summary>
public interface ILogMark : IDisposable
{
    /// <summary>
    /// Gets the bytes of the file. What is stored there survives the end of the process at once, as it is in the page
    /// cache, and a power cut after the next <see cref="Flush"/>, or earlier.
    /// </summary>
    Span<byte> Bytes { get; }

    /// <summary>Returns when every byte stored before the call is on the device.</summary>
    void Flush();
}
