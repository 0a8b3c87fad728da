using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.DevCluster.Gateway;

/// <summary>
/// The body of a request that is passed on as it comes, and can be read again from its beginning as long as no more
/// than <see cref="KeptBytesMax"/> of it were read. One reader at a time.
/// </summary>
/// <remarks>What was read is kept in memory at first, then in a temporary file; of a longer body nothing is kept.
/// </remarks>
internal sealed class RepeatableBody(Stream source) : Stream
{
    internal const int KeptBytesMax = 30 << 20;
    private const int MemoryBytesMax = 64 << 10;
    private const int FileBufferBytes = 16 << 10;
    // The stream is null once more bytes were read than are kept.
    private Stream? _kept = new MemoryStream();
    private long _position;

    /// <summary>Gets whether the body can be read again from its beginning.</summary>
    internal bool CanRepeat => _kept is not null;

    /// <summary>Goes back to the beginning.</summary>
    /// <returns>Whether it can: a body that was not read yet always can.</returns>
    internal bool TryRewind()
    {
        if (_kept is null)
            return false;
        _position = 0;
        return true;
    }

    /// <inheritdoc/>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (_kept is not null && _position < _kept.Length)
        {
            _kept.Position = _position;
            var again = await _kept.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
            _position += again;
            return again;
        }
        var count = await source.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        // Not cancelled: what has left the source must be kept, or a second reading would miss it.
        await KeepAsync(buffer[..count]).ConfigureAwait(false);
        _position += count;
        return count;
    }

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        if (_kept is not null)
            await _kept.DisposeAsync().ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
    }

    private async Task KeepAsync(ReadOnlyMemory<byte> read)
    {
        if (_kept is null)
            return;
        if (_kept.Length + read.Length > KeptBytesMax)
        {
            await _kept.DisposeAsync().ConfigureAwait(false);
            _kept = null;
            return;
        }
        if (_kept is MemoryStream memory && memory.Length + read.Length > MemoryBytesMax)
        {
            _kept = new FileStream(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName()), FileMode.CreateNew,
                FileAccess.ReadWrite, FileShare.None, FileBufferBytes,
                FileOptions.Asynchronous | FileOptions.DeleteOnClose);
            memory.Position = 0;
            await memory.CopyToAsync(_kept).ConfigureAwait(false);
        }
        _kept.Position = _kept.Length;
        await _kept.WriteAsync(read).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override bool CanRead => true;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => false;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
