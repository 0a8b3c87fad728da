using System;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace SfPerf.Platform;

/// <summary>
/// Reading and writing past the page cache (O_DIRECT of Linux, on x64 and Arm64). Offset, length and memory are then
/// multiples of <see cref="Alignment"/>. All members may be called from any thread.
/// </summary>
public static partial class DirectFiles
{
    /// <summary>A multiple of the logical block of every usual device, in bytes.</summary>
    public const int Alignment = 4096;

    private const int InvalidArgument = 22;     // EINVAL: the device has larger blocks, for example
    private const int SetStatusFlags = 4;       // F_SETFL

    private static readonly int Flag = !OperatingSystem.IsLinux() ? 0
        : RuntimeInformation.ProcessArchitecture switch
        {
            Architecture.X64 => 0x4000,
            Architecture.Arm64 => 0x10000,
            _ => 0,
        };

    /// <summary>Gets whether this system has such a way; not every file system has it.</summary>
    public static bool IsSupported => Flag != 0;

    /// <summary>Makes the reads and writes of a handle go past the page cache from now on.</summary>
    /// <param name="file">An open file.</param>
    /// <returns>False where there is no such way; nothing has changed then.</returns>
    public static bool TryBegin(SafeFileHandle file) => IsSupported && FileControl(file, SetStatusFlags, Flag) == 0;

    /// <summary>Makes the reads and writes of a handle go through the page cache again.</summary>
    /// <param name="file">A file of <see cref="TryBegin"/>.</param>
    public static void End(SafeFileHandle file) => _ = FileControl(file, SetStatusFlags, 0);

    /// <summary>Writes past the page cache, or through it from the first time that the device refuses.</summary>
    /// <param name="file">A file of <see cref="TryBegin"/>.</param>
    /// <param name="bytes">What is written.</param>
    /// <param name="offset">Where in the file, in bytes.</param>
    /// <param name="isDirect">Whether the handle passes by the cache; false on return if the device refused.</param>
    /// <exception cref="IOException">The bytes could not be written.</exception>
    public static void Write(SafeFileHandle file, ReadOnlySpan<byte> bytes, long offset, ref bool isDirect)
    {
        try
        {
            RandomAccess.Write(file, bytes, offset);
        }
        catch (IOException e) when (isDirect && e.HResult == InvalidArgument)
        {
            isDirect = false;
            End(file);
            RandomAccess.Write(file, bytes, offset);
        }
    }

    /// <summary>Reads past the page cache, or through it from the first time that the device refuses.</summary>
    /// <param name="file">A file of <see cref="TryBegin"/>.</param>
    /// <param name="buffer">Where the bytes go.</param>
    /// <param name="offset">Where in the file, in bytes.</param>
    /// <param name="isDirect">Whether the handle passes by the cache; false on return if the device refused.</param>
    /// <returns>How many bytes were read; 0 at the end of the file.</returns>
    /// <exception cref="IOException">The bytes could not be read.</exception>
    public static int Read(SafeFileHandle file, Span<byte> buffer, long offset, ref bool isDirect)
    {
        try
        {
            return RandomAccess.Read(file, buffer, offset);
        }
        catch (IOException e) when (isDirect && e.HResult == InvalidArgument)
        {
            isDirect = false;
            End(file);
            return RandomAccess.Read(file, buffer, offset);
        }
    }

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int FileControl(SafeFileHandle file, int command, int value);
}
