using System;
using System.IO;
using Microsoft.Win32.SafeHandles;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Storage;

/// <summary>A segment's file.</summary>
internal sealed class LogFile : ILogFile
{
    private readonly SafeFileHandle _handle;
    private readonly AppendBuffer? _appends;

    internal LogFile(string path, AppendBuffer? appends)
    {
        Path = path;
        _appends = appends;
        _handle = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.Read);
        Length = RandomAccess.GetLength(_handle);
    }

    internal string Path { get; }

    public string Name => System.IO.Path.GetFileName(Path);

    public long Length { get; }

    public void Append(ReadOnlySpan<byte> bytes, long offset)
    {
        if (_appends is null)
            Write(bytes, offset);
        else
            _appends.Append(this, bytes, offset);
    }

    public void FlushAppended()
    {
        _appends?.WriteOut(this);
        Flush();
    }

    public void Write(ReadOnlySpan<byte> bytes, long offset) => RandomAccess.Write(_handle, bytes, offset);

    public int Read(Span<byte> buffer, long offset)
    {
        var total = 0;
        while (total < buffer.Length && RandomAccess.Read(_handle, buffer[total..], offset + total) is > 0 and var read)
            total += read;
        return total;
    }

    // What is appended past the page cache is not in it.
    public BlockReader? OpenBlocks() => _appends is null ? null : new BlockReader(Path);

    // The length of a segment never changes.
    public void Flush() => DurableFile.FlushContent(_handle, Path);

    public void Dispose() => _handle.Dispose();
}
