using System;
using System.IO;
using Microsoft.Win32.SafeHandles;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Storage;

/// <summary>
/// Reads whole blocks of a file past the page cache, or through it where the file system refuses. Offset, length and
/// memory are multiples of <see cref="DirectFiles.Alignment"/>. One thread at a time.
/// </summary>
public sealed class BlockReader : IDisposable
{
    private readonly SafeFileHandle _handle;
    private bool _isDirect;

    internal BlockReader(string path)
    {
        // The file is open for writing as well.
        _handle = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        _isDirect = DirectFiles.TryBegin(_handle);
    }

    /// <summary>Reads up to the buffer's length; fewer only at the end of the file.</summary>
    internal int Read(Span<byte> buffer, long offset)
    {
        var total = 0;
        // What a device gives at once is whole blocks but for the end of the file.
        while (total < buffer.Length
            && DirectFiles.Read(_handle, buffer[total..], offset + total, ref _isDirect) is > 0 and var read)
        {
            total += read;
        }
        return total;
    }

    /// <inheritdoc/>
    public void Dispose() => _handle.Dispose();
}
