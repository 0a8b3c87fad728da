using System;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace SfPerf.Platform;

/// <summary>
/// Reads a file from its first byte to its last, by the part and past the page cache where there is such a way
/// (<see cref="DirectFiles"/>): for a large file that was written so, and is read once. Elsewhere it reads through the
/// page cache. One thread at a time.
/// </summary>
public sealed unsafe class DirectReadStream : Stream
{
    private const int PartBytes = 1 << 20;

    private readonly SafeFileHandle _file;
    private readonly byte* _part;
    private int _start;
    private int _end;
    private long _read;         // where in the file the next read begins
    private bool _isDirect;
    private bool _disposed;

    /// <summary>Opens the file. It may be deleted while it is read.</summary>
    /// <param name="path">Its name.</param>
    /// <exception cref="IOException">The file cannot be opened, or there is none.</exception>
    public DirectReadStream(string path)
    {
        _file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete);
        Length = RandomAccess.GetLength(_file);
        _part = (byte*)NativeMemory.AlignedAlloc(PartBytes, DirectFiles.Alignment);
        _isDirect = DirectFiles.TryBegin(_file);
    }

    /// <inheritdoc/>
    public override bool CanRead => !_disposed;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => false;

    /// <summary>Gets the length of the file when it was opened, in bytes.</summary>
    public override long Length { get; }

    /// <summary>Gets how many bytes were given out.</summary>
    /// <exception cref="NotSupportedException">It was set.</exception>
    public override long Position
    {
        get => _read - (_end - _start);
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    /// <exception cref="IOException">The file could not be read.</exception>
    public override int Read(Span<byte> buffer)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        if (_start == _end && !TryReadPart())
            return 0;
        var length = Math.Min(buffer.Length, _end - _start);
        new ReadOnlySpan<byte>(_part + _start, length).CopyTo(buffer);
        _start += length;
        return length;
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <summary>Closes the file.</summary>
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

    private bool TryReadPart()
    {
        // The part before ended within a block: at the end of the file, where no direct read can begin.
        if (_isDirect && _read % DirectFiles.Alignment != 0)
        {
            DirectFiles.End(_file);
            _isDirect = false;
        }
        (_start, _end) = (0, 0);
        _end = DirectFiles.Read(_file, new Span<byte>(_part, PartBytes), _read, ref _isDirect);
        _read += _end;
        return _end > 0;
    }
}
