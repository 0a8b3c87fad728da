using System.Diagnostics;
using System.IO;
using System.Runtime.InteropServices;

namespace SfPerf.Client.Cluster;

/// <summary>Asks a process to end, kills or stops it, and tells whether one lives.</summary>
internal static partial class Signals
{
    private const int SigTerm = 15;

    // Linux and macOS number these two differently.
    private static readonly int SigStop = System.OperatingSystem.IsMacOS() ? 17 : 19;
    private static readonly int SigContinue = System.OperatingSystem.IsMacOS() ? 19 : 18;

    public static void Terminate(int pid)
    {
        if (System.OperatingSystem.IsWindows())
        {
            using var process = Process.GetProcessById(pid);
            process.Kill(entireProcessTree: true);
            return;
        }

        // A process that is gone already needs no signal.
        _ = Kill(pid, SigTerm);
    }

    /// <summary>Kills a process at once (kill -9).</summary>
    /// <returns>False when it was gone already.</returns>
    public static bool KillAtOnce(int pid)
    {
        try
        {
            using var process = Process.GetProcessById(pid);
            process.Kill();
            return true;
        }
        catch (System.ArgumentException)
        {
            return false;
        }
    }

    /// <summary>Stops a process where it is (SIGSTOP).</summary>
    /// <returns>False when it was gone already.</returns>
    public static bool Stop(int pid) => Kill(pid, SigStop) == 0;

    /// <summary>Continues a stopped process (SIGCONT).</summary>
    /// <returns>False when it was gone already.</returns>
    public static bool Continue(int pid) => Kill(pid, SigContinue) == 0;

    public static bool IsAlive(int pid)
    {
        try
        {
            using var process = Process.GetProcessById(pid);
            return !process.HasExited && !HasEnded(pid);
        }
        catch (System.ArgumentException)
        {
            return false;
        }
    }

    // A process that has ended stays in Linux' table until whoever inherited it asks for its exit code.
    private static bool HasEnded(int pid)
    {
        if (!System.OperatingSystem.IsLinux())
            return false;
        try
        {
            var stat = File.ReadAllText($"/proc/{pid}/stat");
            return stat[stat.LastIndexOf(')') + 2] is 'Z' or 'X';
        }
        catch (IOException)
        {
            return true;
        }
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int pid, int signal);
}
