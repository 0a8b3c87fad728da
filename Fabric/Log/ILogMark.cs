using System;

namespace SfPerf.Fabric.Log;

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
