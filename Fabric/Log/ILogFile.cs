using System;

namespace SfPerf.Fabric.Log;

/// <summary>One segment's file. Positional; reads may run beside one writer.</summary>
public interface ILogFile : IDisposable
{
    /// <summary>Gets the file's name.</summary>
    string Name { get; }

    /// <summary>Gets the file's length in bytes.</summary>
    long Length { get; }

    /// <summary>Writes all the bytes. An exception leaves their region undefined.</summary>
    void Write(ReadOnlySpan<byte> bytes, long offset);

    /// <summary>Reads up to the buffer's length; fewer only at the end of the file.</summary>
    int Read(Span<byte> buffer, long offset);

    /// <summary>Returns when everything written before the call is on the device.</summary>
    void Flush();
}
