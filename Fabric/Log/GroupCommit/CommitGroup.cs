using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Log.GroupCommit;

/// <summary>
/// The records that are written and flushed together: those that arrived while the previous group was flushed.
/// </summary>
internal sealed class CommitGroup(LogChunkPool pool)
{
    private readonly List<Part> _parts = [];
    private readonly List<StreamEnd> _streams = [];

    internal long Position { get; private set; }

    internal long Bytes { get; private set; }

    internal int Records { get; private set; }

    internal bool IsEmpty => Bytes == 0 && Barrier is null;

    internal ReadOnlySpan<StreamEnd> Streams => CollectionsMarshal.AsSpan(_streams);

    internal TaskCompletionSource? Barrier { get; set; }

    internal int PartCount => _parts.Count;

    internal ReadOnlySpan<byte> PartBytes(int part) =>
        _parts[part].Chunk.Buffer.AsSpan(_parts[part].Start, _parts[part].End - _parts[part].Start);

    internal void Begin(long position) => Position = position;

    internal Span<byte> GroupHeader => _parts[0].Chunk.Buffer.AsSpan(_parts[0].Start, RecordFormat.GroupHeaderBytes);

    /// <summary>
    /// Takes room for one entry at the group's end. The chunk gets a reference that the group drops when written.
    /// </summary>
    internal LogChunk Reserve(ref LogChunk? filling, int bytes, out int start)
    {
        if (filling is null || filling.Free < bytes)
        {
            filling?.Release();
            filling = pool.Take(bytes);
        }
        var chunk = filling;
        start = chunk.Filled;
        chunk.Filled += bytes;
        Bytes += bytes;
        if (_parts.Count > 0 && _parts[^1].Chunk == chunk)
        {
            _parts[^1] = _parts[^1] with { End = chunk.Filled };
        }
        else
        {
            chunk.AddReference();
            _parts.Add(new Part(chunk, start, chunk.Filled));
        }
        return chunk;
    }

    internal void Note(LogStream stream, long lastLsn)
    {
        Records++;
        if (stream.Group == this)
        {
            _streams[stream.GroupIndex] = new StreamEnd(stream, lastLsn, stream.Generation);
            return;
        }
        (stream.Group, stream.GroupIndex) = (this, _streams.Count);
        _streams.Add(new StreamEnd(stream, lastLsn, stream.Generation));
    }

    /// <summary>Ends the group's hold on its streams: later records of theirs belong to the next group.</summary>
    internal void Close()
    {
        foreach (var end in _streams)
            end.Stream.Group = null;
    }

    internal void Clear()
    {
        foreach (var part in _parts)
            part.Chunk.Release();
        _parts.Clear();
        _streams.Clear();
        (Bytes, Records, Barrier) = (0, 0, null);
    }

    internal readonly record struct StreamEnd(LogStream Stream, long LastLsn, int Generation);

    private readonly record struct Part(LogChunk Chunk, int Start, int End);
}
