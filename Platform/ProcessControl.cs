using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;

namespace SfPerf.Platform;

/// <summary>Operations on processes that another process started. Any thread may call them.</summary>
public static class ProcessControl
{
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
            if (elapsed > limit) return false;
            if (!killed && elapsed > limit / 2) killed = Kill(processId);
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
            return !process.HasExited && !IsZombie(processId);
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException)
        {
            return false;
        }
    }

    // An orphan that nobody waits for stays in the table after its end, with all it held released.
    private static bool IsZombie(int processId)
    {
        if (!OperatingSystem.IsLinux()) return false;
        try
        {
            var stat = File.ReadAllText($"/proc/{processId}/stat");
            return stat[stat.LastIndexOf(')') + 2] is 'Z' or 'X';
        }
        catch (IOException)
        {
            return true;
        }
    }

    /// <summary>Ends a process at once, unless it is gone already.</summary>
    /// <returns>True.</returns>
    public static bool Kill(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            process.Kill();
        }
        catch (Exception e) when (
            e is ArgumentException or InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            // Gone already.
        }
        return true;
    }
}
