using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading.Tasks;

namespace SfPerf.Platform;

/// <summary>Operations on processes that another process started. Any thread may call them.</summary>
public static partial class ProcessControl
{
    private const int SigTerm = 15;

    // Linux and macOS number these two differently.
    private static readonly int SigStop = OperatingSystem.IsMacOS() ? 17 : 19;
    private static readonly int SigContinue = OperatingSystem.IsMacOS() ? 19 : 18;
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    /// <summary>Waits until a process is gone, and kills it after half of the time.</summary>
    /// <returns>Whether it is gone.</returns>
    public static async Task<bool> EndAsync(int processId, TimeSpan limit, TimeProvider time)
    {
        var start = time.GetTimestamp();
        var killed = false;
        while (IsAlive(processId))
        {
            var elapsed = time.GetElapsedTime(start);
            if (elapsed > limit)
                return false;
            if (!killed && elapsed > limit / 2)
                killed = Kill(processId);
            await Task.Delay(Step, time).ConfigureAwait(false);
        }
        return true;
    }

    /// <summary>Gets whether a process runs; one that has ended and that nobody waited for does not.</summary>
    public static bool IsAlive(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            return !process.HasExited && !HasEnded(processId);
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException)
        {
            return false;
        }
    }

    /// <summary>
    /// Gets whether the operating system has ended a process that a parent has not waited for yet. Such a process stays
    /// in the table of processes with all its resources released. While a thread of it still ends, which may take long
    /// on a busy machine, it has not ended: until then its files and ports are open. Linux only; false elsewhere.
    /// </summary>
    public static bool HasEnded(int processId) => OperatingSystem.IsLinux() && IsOver(StateOf($"{processId}"))
        && Threads(processId).All(t => IsOver(StateOf($"{processId}/task/{t}")));

    /// <summary>
    /// Gets whether a signal (SIGSTOP, SIGTSTP) has stopped a process. One that a debugger has stopped is not meant.
    /// Linux only; false elsewhere.
    /// </summary>
    public static bool IsStopped(int processId) => OperatingSystem.IsLinux() && StateOf($"{processId}") == 'T';

    private static bool IsOver(char? state) => state is null or 'Z' or 'X';

    private static string[] Threads(int processId)
    {
        try
        {
            return [.. Directory.EnumerateDirectories($"/proc/{processId}/task").Select(t => Path.GetFileName(t))];
        }
        catch (IOException)
        {
            return [];
        }
    }

    // The field behind the name in parentheses, see proc_pid_stat(5); that of a process is its first thread's. Null:
    // there is no such process or thread.
    private static char? StateOf(string task)
    {
        try
        {
            var stat = File.ReadAllText($"/proc/{task}/stat");
            return stat[stat.LastIndexOf(')') + 2];
        }
        catch (IOException)
        {
            return null;
        }
    }

    /// <summary>Asks a process to end; on Windows, which has no such signal, kills it and all it started.</summary>
    public static void Terminate(int processId)
    {
        if (OperatingSystem.IsWindows())
        {
            using var process = Process.GetProcessById(processId);
            process.Kill(entireProcessTree: true);
            return;
        }

        // A process that is gone already is as wanted.
        _ = Signal(processId, SigTerm);
    }

    /// <summary>Ends a process at once (SIGKILL).</summary>
    /// <returns>False when it was gone already.</returns>
    public static bool Kill(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            process.Kill();
            return true;
        }
        catch (Exception e) when (
            e is ArgumentException or InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }

    /// <summary>Stops a process where it is (SIGSTOP).</summary>
    /// <returns>False when it was gone already.</returns>
    public static bool Stop(int processId) => Signal(processId, SigStop) == 0;

    /// <summary>Lets a stopped process go on (SIGCONT).</summary>
    /// <returns>False when it was gone already.</returns>
    public static bool Continue(int processId) => Signal(processId, SigContinue) == 0;

    /// <summary>Gives this process a session of its own, so that the terminal of its starter may close. Does nothing on
    /// Windows.</summary>
    public static void LeaveTerminal()
    {
        // It fails only for the leader of a process group, which has left the terminal already.
        if (!OperatingSystem.IsWindows())
            _ = SetSid();
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Signal(int processId, int signal);

    [LibraryImport("libc", EntryPoint = "setsid", SetLastError = true)]
    private static partial int SetSid();
}
