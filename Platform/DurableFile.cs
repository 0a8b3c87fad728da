using System;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace SfPerf.Platform;

/// <summary>
/// Puts files and folder entries on the device and reports when that fails. .NET's own
/// <c>RandomAccess.FlushToDisk</c> and <c>FileStream.Flush(true)</c> ignore a failing fsync, so they are banned here.
/// All methods may be called from any thread.
/// </summary>
/// <remarks>
/// After a failed flush the content on the device is unknown, and a second flush may succeed without having written
/// anything (the kernel drops the failed pages). The caller must treat the file as lost, never try again.
/// </remarks>
public static partial class DurableFile
{
    private const string TemporarySuffix = ".new";
    private const int Interrupted = 4;          // EINTR on Linux and macOS
    private const int FullFlush = 51;           // F_FULLFSYNC of macOS
    private const int ReadOnly = 0;             // O_RDONLY

    /// <summary>Returns when everything written to the file before the call is on the device.</summary>
    /// <param name="file">A file opened for writing.</param>
    /// <param name="path">Its name, for the message.</param>
    /// <exception cref="IOException">The flush failed: what is on the device is unknown.</exception>
    public static void Flush(SafeFileHandle file, string path)
    {
        ArgumentNullException.ThrowIfNull(file);
        if (OperatingSystem.IsWindows())
        {
            if (!FlushFileBuffers(file))
                throw Failure(path, "flushed to disk", Marshal.GetLastPInvokeError());
            return;
        }
        Check(path, file);
    }

    /// <summary>
    /// Returns when the content written to the file before the call is on the device, for a file whose length has not
    /// changed since it was last flushed as a whole: its times may be older after a crash. On Linux this spares the
    /// file system a journal commit; elsewhere it is <see cref="Flush(SafeFileHandle, string)"/>.
    /// </summary>
    /// <param name="file">A file opened for writing.</param>
    /// <param name="path">Its name, for the message.</param>
    /// <exception cref="IOException">The flush failed: what is on the device is unknown.</exception>
    public static void FlushContent(SafeFileHandle file, string path)
    {
        ArgumentNullException.ThrowIfNull(file);
        if (OperatingSystem.IsLinux())
            Check(path, file, contentOnly: true);
        else
            Flush(file, path);
    }

    /// <summary>As <see cref="Flush(SafeFileHandle, string)"/>, after the stream's own buffer has been written.
    /// </summary>
    /// <exception cref="IOException">The flush failed: what is on the device is unknown.</exception>
    public static void Flush(FileStream file)
    {
        ArgumentNullException.ThrowIfNull(file);
        file.Flush();
        Flush(file.SafeFileHandle, file.Name);
    }

    /// <summary>
    /// Makes the names in a folder durable: created, renamed and removed entries. Windows does so with each call.
    /// </summary>
    /// <exception cref="IOException">The folder cannot be opened or flushed.</exception>
    public static void FlushFolder(string folder)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        if (OperatingSystem.IsWindows())
            return;
        var descriptor = Open(folder, ReadOnly);
        if (descriptor < 0)
            throw Failure(folder, "opened to flush its entries", Marshal.GetLastPInvokeError());
        using var handle = new SafeFileHandle(descriptor, ownsHandle: true);
        Check(folder, handle);
    }

    /// <summary>
    /// Replaces a file's whole content, or creates the file. When this returns, the content is on the device; a crash
    /// before that leaves the old content or the new one.
    /// </summary>
    /// <exception cref="IOException">The content could not be written: the old content is still there.</exception>
    public static void Replace(string path, ReadOnlySpan<byte> content)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var temporary = path + TemporarySuffix;
        using (var file = File.OpenHandle(temporary, FileMode.Create, FileAccess.Write))
        {
            RandomAccess.Write(file, content, 0);
            Flush(file, temporary);
        }
        Rename(temporary, path);
    }

    /// <summary>Renames a flushed file over another one of the same folder, and makes the new name durable.</summary>
    /// <exception cref="IOException">The file cannot be renamed, or the folder cannot be flushed.</exception>
    public static void Rename(string from, string to)
    {
        // The rename comes last: a crash before it leaves what was there.
        File.Move(from, to, overwrite: true);
        FlushFolder(Path.GetDirectoryName(Path.GetFullPath(to))!);
    }

    private static void Check(string path, SafeFileHandle handle, bool contentOnly = false)
    {
        int error;
        do
        {
            var result = OperatingSystem.IsMacOS() ? FileControl(handle, FullFlush)
                : contentOnly ? FDataSync(handle) : FSync(handle);
            if (result >= 0)
                return;
            error = Marshal.GetLastPInvokeError();
        }
        while (error == Interrupted);
        throw Failure(path, "flushed to disk", error);
    }

    private static IOException Failure(string path, string what, int error) =>
        new($"'{path}' could not be {what}: {Marshal.GetPInvokeErrorMessage(error)} (error {error}).");

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    private static partial int FSync(SafeFileHandle file);

    [LibraryImport("libc", EntryPoint = "fdatasync", SetLastError = true)]
    private static partial int FDataSync(SafeFileHandle file);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int FileControl(SafeFileHandle file, int command);

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool FlushFileBuffers(SafeFileHandle file);
}
