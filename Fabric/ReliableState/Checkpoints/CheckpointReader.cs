using System;
using System.Buffers.Binary;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.ReliableState.Checkpoints;

/// <summary>Reads what <see cref="CheckpointWriter"/> wrote; a short or odd stream is an error.</summary>
internal sealed class CheckpointReader(Stream stream)
{
    private byte[] _buffer = new byte[64 * 1024];
    private int _start;
    private int _end;

    /// <summary>Gets or sets the number of items read.</summary>
    internal long ItemCount { get; set; }

    internal async ValueTask<byte> ReadByteAsync(CancellationToken token)
    {
        await EnsureAsync(1, token).ConfigureAwait(false);
        return _buffer[_start++];
    }

    internal async ValueTask<int> ReadInt32Async(CancellationToken token)
    {
        await EnsureAsync(sizeof(int), token).ConfigureAwait(false);
        var value = BinaryPrimitives.ReadInt32LittleEndian(_buffer.AsSpan(_start));
        _start += sizeof(int);
        return value;
    }

    internal async ValueTask<long> ReadInt64Async(CancellationToken token)
    {
        await EnsureAsync(sizeof(long), token).ConfigureAwait(false);
        var value = BinaryPrimitives.ReadInt64LittleEndian(_buffer.AsSpan(_start));
        _start += sizeof(long);
        return value;
    }

    /// <summary>Reads a length and so many bytes.</summary>
    /// <returns>The bytes, valid until the next read; null for length -1.</returns>
    internal async ValueTask<ReadOnlyMemory<byte>?> ReadBytesAsync(CancellationToken token)
    {
        var length = await ReadInt32Async(token).ConfigureAwait(false);
        if (length < 0)
            return null;
        await EnsureAsync(length, token).ConfigureAwait(false);
        var bytes = _buffer.AsMemory(_start, length);
        _start += length;
        return bytes;
    }

    internal async ValueTask<string> ReadStringAsync(CancellationToken token)
    {
        var bytes = await ReadBytesAsync(token).ConfigureAwait(false)
            ?? throw new InvalidDataException("A checkpoint holds null where a text is due.");
        return System.Text.Encoding.UTF8.GetString(bytes.Span);
    }

    private ValueTask EnsureAsync(int byteCount, CancellationToken token) =>
        _end - _start >= byteCount ? default : FillAsync(byteCount, token);

    private async ValueTask FillAsync(int byteCount, CancellationToken token)
    {
        var rest = _buffer.AsMemory(_start, _end - _start);
        if (byteCount > _buffer.Length)
            _buffer = new byte[byteCount];
        rest.CopyTo(_buffer);
        (_start, _end) = (0, rest.Length);
        var read = await stream.ReadAtLeastAsync(
            _buffer.AsMemory(_end), byteCount - _end, throwOnEndOfStream: false, token).ConfigureAwait(false);
        _end += read;
        if (_end < byteCount)
            throw new InvalidDataException($"A checkpoint ends {byteCount - _end} bytes too early.");
    }
}
