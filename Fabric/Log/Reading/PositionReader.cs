using System;

namespace SfPerf.Fabric.Log.Reading;

/// <summary>Reads log positions as one run of bytes, over the borders of segments, through a buffer.</summary>
internal sealed class PositionReader(SharedLog log)
{
    private byte[] _buffer = new byte[256 << 10];
    private long _start;
    private int _filled;

    /// <summary>Gets bytes that must exist; the span is valid until the next call.</summary>
    internal ReadOnlySpan<byte> Read(long position, int bytes) => ReadMemory(position, bytes).Span;

    internal ReadOnlyMemory<byte> ReadMemory(long position, int bytes)
    {
        if (position < _start || position + bytes > _start + _filled)
            Load(position, bytes);
        return _buffer.AsMemory((int)(position - _start), bytes);
    }

    /// <summary>Forgets what is buffered: the log may have been written there since.</summary>
    internal void Forget() => _filled = 0;

    private void Load(long position, int bytes)
    {
        if (_buffer.Length < bytes)
            _buffer = new byte[bytes];
        _start = position;
        _filled = log.ReadPositions(position, _buffer, bytes);
    }
}
