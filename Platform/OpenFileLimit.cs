using System.Runtime.InteropServices;

namespace SfPerf.Platform;

/// <summary>Determines how many files and sockets a process may have open at once.</summary>
public static partial class OpenFileLimit
{
    private const int OpenFilesOfLinux = 7;    // RLIMIT_NOFILE
    private const int OpenFilesOfMac = 8;

    /// <summary>Returns what to do when the limit is below a number that a program needs; null when it suffices or
    /// the system has no such limit.</summary>
    /// <param name="program">Who needs them, for the text.</param>
    /// <param name="needed">The number of open files.</param>
    public static string? Problem(string program, long needed)
    {
        if (System.OperatingSystem.IsWindows())
            return null;
        var kind = System.OperatingSystem.IsMacOS() ? OpenFilesOfMac : OpenFilesOfLinux;
        // If the limit cannot be read, nothing is refused. The runtime raises the soft limit to the hard one by itself.
        if (GetLimit(kind, out var limit) != 0 || limit.Hard >= (ulong)needed)
            return null;
        return $"{program} may open {limit.Hard} files and sockets at once and needs {needed}. Raise the limit, as "
            + $"with 'ulimit -n {needed}' in this shell, or have an administrator raise the hard limit.";
    }

    [LibraryImport("libc", EntryPoint = "getrlimit", SetLastError = true)]
    private static partial int GetLimit(int kind, out Limit limit);

    [StructLayout(LayoutKind.Sequential)]
    private struct Limit
    {
        internal ulong Soft;
        internal ulong Hard;
    }
}
