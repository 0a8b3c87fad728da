using System;
using SfPerf.Fabric.Log.GroupCommit;

namespace SfPerf.Fabric.Log.Records;

/// <summary>
/// The payload of an appended record, in the log's own memory: no second copy is needed until it is applied.
/// </summary>
public readonly struct LogSlice
{
    private readonly LogChunk? _chunk;

    internal LogSlice(LogChunk chunk, int start, int length) =>
        (_chunk, Memory) = (chunk, chunk.Buffer.AsMemory(start, length));

    /// <summary>
    /// Wraps memory of the caller's own, so that records read back are held like those just appended.
    /// </summary>
    public LogSlice(byte[] payload) => Memory = payload;

    /// <summary>Gets the payload; valid until <see cref="Release"/>.</summary>
    public ReadOnlyMemory<byte> Memory { get; }

    /// <summary>Gives the memory back. Exactly once for every slice; any thread.</summary>
    public void Release() => _chunk?.Release();
}
