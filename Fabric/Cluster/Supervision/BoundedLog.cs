using System;
using System.IO;
using System.Threading;

namespace SfPerf.Fabric.Cluster.Supervision;

/// <summary>
/// A text file of bounded length with one predecessor, as Service Fabric's console redirection keeps it. Any thread.
/// </summary>
internal sealed class BoundedLog : IDisposable
{
    private const long BytesMax = 1 << 20;
    private readonly Lock _gate = new();
    private readonly string _path;
    private StreamWriter? _writer; // guarded by _gate

    internal BoundedLog(string path)
    {
        _path = path;
        _ = Directory.CreateDirectory(Path.GetDirectoryName(path)!);
    }

    /// <summary>Writes a line. What cannot be written (no space) is dropped: a log must not end a cluster.</summary>
    internal void WriteLine(string line)
    {
        lock (_gate)
        {
            try
            {
                _writer ??= new StreamWriter(_path, append: true) { AutoFlush = true };
                _writer.WriteLine(line);
                if (_writer.BaseStream.Length < BytesMax)
                    return;
                _writer.Dispose();
                _writer = null;
                File.Move(_path, _path + ".old", overwrite: true);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                _writer = null;
            }
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _writer?.Dispose();
            _writer = null;
        }
    }
}
