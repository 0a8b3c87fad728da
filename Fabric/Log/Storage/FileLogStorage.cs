using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.Win32.SafeHandles;
using SfPerf.Platform;

namespace SfPerf.Fabric.Log.Storage;

/// <summary>Segments as files of one folder, which it locks against other processes.</summary>
public sealed class FileLogStorage : ILogStorage
{
    /// <summary>The name of the mark is that of the folder with this ending, beside the folder.</summary>
    public const string MarkSuffix = ".mark";

    private const string LockName = "lock";
    private static readonly byte[] Zeros = new byte[256 << 10];
    private readonly string _folder;
    private readonly string _mark;
    private readonly SafeFileHandle _lock;
    private readonly AppendBuffer? _appends;

    /// <summary>Creates the folder if it is missing, and locks it.</summary>
    /// <param name="folder">Where the segments are.</param>
    /// <param name="flushes">Whether the log flushes what it appends: it is then written past the page cache, which
    /// would not spare a read and costs a copy.</param>
    /// <exception cref="LogLockedException">Another process has it.</exception>
    public FileLogStorage(string folder, bool flushes = true)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        _folder = Path.GetFullPath(folder);
        // Beside the folder, so that losing the one does not lose the other.
        _mark = Path.TrimEndingDirectorySeparator(_folder) + MarkSuffix;
        Directory.CreateDirectory(_folder);
        try
        {
            _lock = File.OpenHandle(
                Path.Combine(_folder, LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException e) when (File.Exists(Path.Combine(_folder, LockName)))
        {
            throw new LogLockedException(_folder, e);
        }
        _appends = flushes && DirectFiles.IsSupported ? new AppendBuffer() : null;
    }

    /// <inheritdoc/>
    public IReadOnlyList<ILogFile> OpenAll()
    {
        foreach (var unfinished in Directory.GetFiles(_folder, "*.new"))
            File.Delete(unfinished);
        return [.. Directory.GetFiles(_folder, "*.log").Select(p => new LogFile(p, _appends))];
    }

    /// <inheritdoc/>
    public ILogFile Create(string name, long length)
    {
        var path = Path.Combine(_folder, name);
        var temporary = path + ".new";
        using (var file = new DirectFileStream(temporary, allowsDirect: _appends is not null))
        {
            for (var left = length; left > 0; left -= Zeros.Length)
                file.Write(Zeros, 0, (int)Math.Min(Zeros.Length, left));
            file.FlushToDevice();
        }
        // The name comes last: a crash before this line leaves a file that the next start removes.
        DurableFile.Rename(temporary, path);
        return new LogFile(path, _appends);
    }

    /// <inheritdoc/>
    public ILogMark? OpenMark() => File.Exists(_mark) ? new MappedMark(_mark) : null;

    /// <inheritdoc/>
    public ILogMark CreateMark(ReadOnlySpan<byte> content)
    {
        DurableFile.Replace(_mark, content);
        return new MappedMark(_mark);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _appends?.Dispose();
        _lock.Dispose();
    }
}
