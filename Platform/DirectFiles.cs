using System;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace SfPerf.Platform;

/// <summary>
/// Writing past the page cache (O_DIRECT of Linux, on x64 and Arm64). Offset, length and memory of such a write are
/// multiples of <see cref="Alignment"/>. All members may be called from any thread.
/// </summary>
public static partial class DirectFiles
{
    /// <summary>A multiple of the logical block of every usual device, in bytes.</summary>
    public const int Alignment = 4096;

    /// <summary>The HResult of the IOException of a write that the device or the file system does not take this way:
    /// its blocks are larger, for example (EINVAL).</summary>
    public const int NotTaken = 22;

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

    /// <summary>Makes the writes of a handle go past the page cache from now on.</summary>
    /// <param name="file">A file opened for writing.</param>
    /// <returns>False where there is no such way; nothing has changed then.</returns>
    public static bool TryBegin(SafeFileHandle file) => IsSupported && FileControl(file, SetStatusFlags, Flag) == 0;

    /// <summary>Makes the writes of a handle go through the page cache again.</summary>
    /// <param name="file">A file of <see cref="TryBegin"/>.</param>
    public static void End(SafeFileHandle file) => _ = FileControl(file, SetStatusFlags, 0);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int FileControl(SafeFileHandle file, int command, int value);
}
