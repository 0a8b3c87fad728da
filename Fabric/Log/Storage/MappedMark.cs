using System;
using System.IO;
using System.IO.MemoryMappedFiles;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Storage;

/// <summary>A mark that is mapped into memory: storing a number in it costs no system call.</summary>
internal sealed unsafe class MappedMark : ILogMark
{
    private readonly FileStream _file;
    private readonly MemoryMappedFile _map;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte* _bytes;
    private readonly int _length;

    internal MappedMark(string path)
    {
        _file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);
        try
        {
            _length = (int)Math.Min(_file.Length, LogMark.FileBytes);
            if (_length < LogMark.FileBytes)
                throw new LogCorruptedException(_file.Name, _length, $"{LogMark.FileBytes} bytes were expected");
            _map = MemoryMappedFile.CreateFromFile(
                _file, null, _length, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None, leaveOpen: true);
            _view = _map.CreateViewAccessor(0, _length);
            _view.SafeMemoryMappedViewHandle.AcquirePointer(ref _bytes);
        }
        catch
        {
            _view?.Dispose();
            _map?.Dispose();
            _file.Dispose();
            throw;
        }
    }

    public Span<byte> Bytes => new(_bytes, _length);

    public void Flush()
    {
        // On Linux and macOS a flush of the file includes what was stored through the map.
        if (OperatingSystem.IsWindows())
            _view.Flush();
        DurableFile.Flush(_file.SafeFileHandle, _file.Name);
    }

    public void Dispose()
    {
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _map.Dispose();
        _file.Dispose();
    }
}
