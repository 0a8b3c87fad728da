using System;
using System.IO;
using Microsoft.Win32.SafeHandles;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Storage;

internal sealed class LogFile : ILogFile
{
    private readonly string _path;
    private readonly SafeFileHandle _handle;

    internal LogFile(string path)
    {
        _path = path;
        Name = Path.GetFileName(path);
        _handle = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.Read);
        Length = RandomAccess.GetLength(_handle);
    }

    public string Name { get; }

    public long Length { get; }

    public void Write(ReadOnlySpan<byte> bytes, long offset) => RandomAccess.Write(_handle, bytes, offset);

    public int Read(Span<byte> buffer, long offset)
    {
        var total = 0;
        while (total < buffer.Length && RandomAccess.Read(_handle, buffer[total..], offset + total) is > 0 and var read)
            total += read;
        return total;
    }

    // The length of a segment never changes.
    public void Flush() => DurableFile.FlushContent(_handle, _path);

    public void Dispose() => _handle.Dispose();
}
