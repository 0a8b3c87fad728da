using System;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace SfPerf.Platform;

/// <summary>
/// Writes a new file from its first byte to its last, by the part and past the page cache where there is such a way
/// (<see cref="DirectFiles"/>): a large file then costs no copy into the cache, evicts nothing from it, and leaves
/// nothing for the flush at its end, which would hold up the flushes of other files. Elsewhere it writes through the
/// page cache. One thread at a time.
/// </summary>
public sealed unsafe class DirectFileStream : Stream
{
    private const int PartBytes = 1 << 20;

    private readonly string _path;
    private readonly SafeFileHandle _file;
    private readonly byte* _part;
    private int _filled;
    private long _written;
    private bool _isDirect;
    private bool _disposed;

    /// <summary>Creates the file, or empties the one of this name.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="allowsDirect">Whether the page cache may be passed by: false for a file that is written to again
    /// soon, through the cache.</param>
    /// <exception cref="IOException">The file cannot be created.</exception>
    public DirectFileStream(string path, bool allowsDirect = true)
    {
        _path = path;
        _file = File.OpenHandle(path, FileMode.Create, FileAccess.Write, FileShare.None);
        _part = (byte*)NativeMemory.AlignedAlloc(PartBytes, DirectFiles.Alignment);
        _isDirect = allowsDirect && DirectFiles.TryBegin(_file);
    }

    /// <inheritdoc/>
    public override bool CanRead => false;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => !_disposed;

    /// <summary>Gets the number of bytes written, in the file or on their way there.</summary>
    public override long Length => _written + _filled;

    /// <summary>Gets <see cref="Length"/>.</summary>
    /// <exception cref="NotSupportedException">It was set.</exception>
    public override long Position
    {
        get => Length;
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    /// <exception cref="IOException">The bytes could not be written, the device is full for example.</exception>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        while (buffer.Length > 0)
        {
            var length = Math.Min(buffer.Length, PartBytes - _filled);
            buffer[..length].CopyTo(new Span<byte>(_part + _filled, length));
            _filled += length;
            buffer = buffer[length..];
            if (_filled == PartBytes)
                WritePart();
        }
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    /// <summary>Does nothing: see <see cref="FlushToDevice"/>.</summary>
    public override void Flush()
    {
    }

    /// <summary>Writes the rest and returns when the whole file is on the device. Nothing can be written after that.
    /// </summary>
    /// <exception cref="IOException">It could not be written or flushed: what is on the device is unknown.</exception>
    public void FlushToDevice()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        // The end of the file is no whole block.
        if (_isDirect)
            DirectFiles.End(_file);
        _isDirect = false;
        WritePart();
        DurableFile.Flush(_file, _path);
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <summary>Closes the file. What was not flushed may be missing from it.</summary>
    protected override void Dispose(bool disposing)
    {
        if (!_disposed)
        {
            _disposed = true;
            _file.Dispose();
            NativeMemory.AlignedFree(_part);
        }
        base.Dispose(disposing);
    }

    private void WritePart()
    {
        DirectFiles.Write(_file, new ReadOnlySpan<byte>(_part, _filled), _written, ref _isDirect);
        _written += _filled;
        _filled = 0;
    }
}
