using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management.Images;

/// <summary>A file of the image store while its content comes in. It has no name in the store yet, and is deleted
/// unless it gets one. Parts at different places may be written at the same time.</summary>
internal sealed class IncomingFile : IAsyncDisposable
{
    private const int BufferBytes = 128 << 10;
    private readonly FileStream _file;

    /// <exception cref="IOException">The file cannot be created.</exception>
    internal IncomingFile(string path)
    {
        Path = path;
        // No buffer of its own: parts are written by place.
        _file = new(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);
    }

    internal string Path { get; }

    /// <summary>Writes all of a content at a place in the file, or as much as is allowed and then one byte more is
    /// read, so that the caller sees that it is too long.</summary>
    /// <returns>The bytes that it had; more than is allowed if it is too long.</returns>
    /// <exception cref="ClusterException">It cannot be written.</exception>
    /// <exception cref="IOException">The content cannot be read.</exception>
    internal async Task<long> WriteAsync(long offset, long bytesMax, Stream content, CancellationToken cancel)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        var written = 0L;
        try
        {
            for (int count; (count = await content.ReadAsync(buffer, cancel).ConfigureAwait(false)) > 0;)
            {
                if (count > bytesMax - written)
                    return written + count;
                await WriteAsync(buffer.AsMemory(0, count), offset + written, cancel).ConfigureAwait(false);
                written += count;
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
        return written;
    }

    /// <summary>Makes the content durable, and a program one that can be executed.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    internal void Finish()
    {
        ProgramFile.MarkExecutable(_file);
        DurableFile.Flush(_file);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _file.DisposeAsync().ConfigureAwait(false);
        try
        {
            File.Delete(Path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The next start of the cluster deletes it.
        }
    }

    // Only what the disk refuses is the store's failure; what the sender does is not.
    private async Task WriteAsync(ReadOnlyMemory<byte> bytes, long offset, CancellationToken cancel)
    {
        try
        {
            await RandomAccess.WriteAsync(_file.SafeFileHandle, bytes, offset, cancel).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw ImageStore.Failure(e);
        }
    }
}
