using System.Diagnostics;
using System.Runtime.InteropServices;

namespace SfPerf.Client.Cluster;

/// <summary>Asks a process to end, and tells whether one lives.</summary>
internal static partial class Signals
{
    private const int SigTerm = 15;

    public static void Terminate(int pid)
    {
        if (System.OperatingSystem.IsWindows())
        {
            using var process = Process.GetProcessById(pid);
            process.Kill(entireProcessTree: true);
            return;
        }

        // A process that is gone already is as wanted.
        _ = Kill(pid, SigTerm);
    }

    public static bool IsAlive(int pid)
    {
        try
        {
            using var process = Process.GetProcessById(pid);
            return !process.HasExited;
        }
        catch (System.ArgumentException)
        {
            return false;
        }
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int pid, int signal);
}
