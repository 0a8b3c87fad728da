using System;
using System.Runtime.CompilerServices;
using SfPerf.Fabric.Log.Storage;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Reading;

/// <summary>
/// Reads log positions as one run of bytes, over the borders of segments, through a buffer. It is filled by whole
/// blocks of the files, so that they can be read past the page cache. One thread at a time.
/// </summary>
/// <param name="log">The log.</param>
/// <param name="cached">Whether it reads through the page cache, because the same is read again soon.</param>
internal sealed class PositionReader(SharedLog log, bool cached = false) : IDisposable
{
    private const int BlockMask = DirectFiles.Alignment - 1;

    private Memory<byte> _buffer = Allocate(256 << 10);
    private long _start;                    // at a block's first byte
    private int _filled;
    private ILogFile? _file;                // what was read last
    private BlockReader? _blocks;           // of that file; null where it is read through the page cache

    /// <summary>Gets bytes that must exist; the span is valid until the next call.</summary>
    internal ReadOnlySpan<byte> Read(long position, int bytes) => ReadMemory(position, bytes).Span;

    internal ReadOnlyMemory<byte> ReadMemory(long position, int bytes)
    {
        if (position < _start || position + bytes > _start + _filled)
            Load(position, bytes);
        return _buffer.Slice((int)(position - _start), bytes);
    }

    /// <summary>Forgets what is buffered: the log may have been written there since.</summary>
    internal void Forget() => _filled = 0;

    /// <summary>Reads whole blocks of a segment; fewer bytes only at the end of the file.</summary>
    internal int ReadBlocks(ILogFile file, Span<byte> buffer, long offset)
    {
        if (_file != file)
        {
            Dispose();
            _blocks = cached ? null : file.OpenBlocks();
            _file = file;
        }
        return _blocks?.Read(buffer, offset) ?? file.Read(buffer, offset);
    }

    /// <summary>Closes the file that was read last. What is buffered can still be read, and the file again.</summary>
    public void Dispose()
    {
        _blocks?.Dispose();
        (_blocks, _file) = (null, null);
    }

    // The array does not move: the device writes to it.
    private static unsafe Memory<byte> Allocate(int bytes)
    {
        var array = GC.AllocateUninitializedArray<byte>(bytes + BlockMask, pinned: true);
        var address = (nint)Unsafe.AsPointer(ref array[0]);
        return array.AsMemory((int)(-address & BlockMask), bytes);
    }

    private void Load(long position, int bytes)
    {
        var start = position & ~(long)BlockMask;
        var needed = (int)(position - start) + bytes;
        _filled = 0;
        if (_buffer.Length < needed)
            _buffer = Allocate((needed + BlockMask) & ~BlockMask);
        _start = start;
        _filled = log.ReadPositions(start, _buffer.Span, needed, this);
    }
}
