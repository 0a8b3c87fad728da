using System;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Storage;

/// <summary>
/// Gathers what is appended to the segment being written, and writes it in whole blocks past the page cache: neither a
/// copy nor a new page of the cache is needed. The last block, partly filled, is written again with what follows; its
/// bytes beyond the end are zero. One for a folder of segments; one thread at a time.
/// </summary>
internal sealed unsafe class AppendBuffer : IDisposable
{
    private const int Bytes = 512 << 10;
    private const int BlockMask = DirectFiles.Alignment - 1;

    private readonly byte* _bytes = (byte*)NativeMemory.AlignedAlloc(Bytes, DirectFiles.Alignment);
    private LogFile? _file;             // what is appended to
    private SafeFileHandle? _handle;    // its own for these writes: the other one reads
    private bool _isDirect = true;      // false from when the file system refused
    private long _start;                // where in the file the buffer begins: a block's first byte
    private int _filled;
    private int _written;               // of those filled: they are in the file
    private bool _disposed;

    /// <summary>Adds bytes; they are in the file after <see cref="WriteOut(LogFile)"/>, at the latest.</summary>
    /// <exception cref="IOException">What was gathered before could not be written.</exception>
    internal void Append(LogFile file, ReadOnlySpan<byte> bytes, long offset)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        if (_file != file || offset != _start + _filled)
            Begin(file, offset);
        while (bytes.Length > 0)
        {
            var length = Math.Min(bytes.Length, Bytes - _filled);
            bytes[..length].CopyTo(new Span<byte>(_bytes + _filled, length));
            _filled += length;
            bytes = bytes[length..];
            if (_filled == Bytes)
                WriteOut();
        }
    }

    /// <summary>Writes what was appended to a file, if that is the file being appended to.</summary>
    /// <exception cref="IOException">It could not be written: what is in the file from there on is unknown.</exception>
    internal void WriteOut(LogFile file)
    {
        if (_file == file)
            WriteOut();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_disposed)
            return;
        _disposed = true;
        _handle?.Dispose();
        _file = null;
        NativeMemory.AlignedFree(_bytes);
    }

    private void Begin(LogFile file, long offset)
    {
        WriteOut();
        if (_file != file)
        {
            _handle?.Dispose();
            _handle = File.OpenHandle(file.Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
            _isDirect = _isDirect && DirectFiles.TryBegin(_handle);
        }
        // What stands before the offset in its block is written again.
        _file = file;
        _start = offset & ~BlockMask;
        _filled = _written = (int)(offset - _start);
        file.Read(new Span<byte>(_bytes, _filled), _start);
    }

    private void WriteOut()
    {
        if (_written == _filled)
            return;
        if (_isDirect)
            WriteBlocks();
        else
            WriteRest();
        // The last block stays, if it is not full.
        var full = _filled & ~BlockMask;
        _filled = _written = _filled - full;
        new ReadOnlySpan<byte>(_bytes + full, _filled).CopyTo(new Span<byte>(_bytes, _filled));
        _start += full;
    }

    private void WriteRest() =>
        RandomAccess.Write(
            _handle!, new ReadOnlySpan<byte>(_bytes + _written, _filled - _written), _start + _written);

    private void WriteBlocks()
    {
        var end = (_filled + BlockMask) & ~BlockMask;
        new Span<byte>(_bytes + _filled, end - _filled).Clear();
        DirectFiles.Write(_handle!, new ReadOnlySpan<byte>(_bytes, end), _start, ref _isDirect);
    }
}
