using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace SfPerf.Fabric.Log;

/// <summary>Segments as files of one folder, which it locks against other processes.</summary>
public sealed partial class FileLogStorage : ILogStorage
{
    private const string LockName = "lock";
    private static readonly byte[] Zeros = new byte[256 << 10];
    private readonly string _folder;
    private readonly SafeFileHandle _lock;

    /// <summary>Creates the folder if it is missing, and locks it.</summary>
    /// <exception cref="LogLockedException">Another process has it.</exception>
    public FileLogStorage(string folder)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        _folder = Path.GetFullPath(folder);
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
    }

    /// <summary>Makes the names in a folder durable: created, renamed and removed entries.</summary>
    public static void FlushFolder(string folder)
    {
        // Other systems make a rename durable with the file itself, and offer no call for the folder.
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsMacOS())
            return;
        var descriptor = Open(folder, 0);
        if (descriptor < 0)
            throw new IOException($"Folder '{folder}' cannot be opened: error {Marshal.GetLastPInvokeError()}.");
        using var handle = new SafeFileHandle(descriptor, ownsHandle: true);
        if (Fsync(descriptor) != 0)
            throw new IOException($"Folder '{folder}' cannot be flushed: error {Marshal.GetLastPInvokeError()}.");
    }

    /// <inheritdoc/>
    public IReadOnlyList<ILogFile> OpenAll()
    {
        foreach (var unfinished in Directory.GetFiles(_folder, "*.new"))
            File.Delete(unfinished);
        return [.. Directory.GetFiles(_folder, "*.log").Select(p => new LogFile(p))];
    }

    /// <inheritdoc/>
    public ILogFile Create(string name, long length)
    {
        var path = Path.Combine(_folder, name);
        var temporary = path + ".new";
        using (var handle = File.OpenHandle(temporary, FileMode.Create, FileAccess.Write))
        {
            for (long offset = 0; offset < length; offset += Zeros.Length)
                RandomAccess.Write(handle, Zeros.AsSpan(0, (int)Math.Min(Zeros.Length, length - offset)), offset);
            RandomAccess.FlushToDisk(handle);
        }
        // The name comes last: a crash before this line leaves a file that the next start removes.
        File.Move(temporary, path);
        FlushFolder(_folder);
        return new LogFile(path);
    }

    /// <inheritdoc/>
    public void Dispose() => _lock.Dispose();

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int Fsync(int descriptor);
}
