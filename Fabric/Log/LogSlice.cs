using System;

namespace SfPerf.Fabric.Log;

/// <summary>
/// The payload of an appended record, in the log's own memory: no second copy is needed until it is applied.
/// </summary>
public readonly struct LogSlice
{
    private readonly LogChunk? _chunk;
    private readonly int _start;

    internal LogSlice(LogChunk chunk, int start, int length) => (_chunk, _start, Length) = (chunk, start, length);

    /// <summary>Gets the payload's length in bytes.</summary>
    public int Length { get; }

    /// <summary>Gets the payload; valid until <see cref="Release"/>.</summary>
    public ReadOnlyMemory<byte> Memory => _chunk is null ? default : _chunk.Buffer.AsMemory(_start, Length);

    /// <summary>Gives the memory back. Exactly once for every slice; any thread.</summary>
    public void Release() => _chunk?.Release();
}
