using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;

namespace SfPerf.Platform;

/// <summary>
/// Keeps every thread of this process on one processor until it is disposed. Threads and processes that are started
/// meanwhile stay there as well. Linux only; one at a time.
/// </summary>
public sealed partial class ProcessorAffinity : IDisposable
{
    // The kernel takes a mask of any length; this one has room for 1024 processors.
    private const int MaskBytes = 128;
    private const int NoSuchThread = 3;

    private readonly byte[] _before;

    private ProcessorAffinity(byte[] before) => _before = before;

    /// <summary>Returns the numbers of the processors that this process may use, in order; empty where the system does
    /// not tell.</summary>
    public static IReadOnlyList<int> Allowed()
    {
        if (!OperatingSystem.IsLinux())
            return [];
        var mask = Read();
        return [.. Enumerable.Range(0, MaskBytes * 8).Where(i => (mask[i / 8] & (1 << (i % 8))) != 0)];
    }

    /// <summary>Moves all threads of this process to one processor.</summary>
    /// <param name="processor">One of <see cref="Allowed"/>.</param>
    /// <exception cref="Win32Exception">The system refused.</exception>
    public static ProcessorAffinity Pin(int processor)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(processor);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(processor, MaskBytes * 8);
        var before = Read();
        var mask = new byte[MaskBytes];
        mask[processor / 8] = (byte)(1 << (processor % 8));
        Apply(mask);
        return new ProcessorAffinity(before);
    }

    /// <summary>Lets all threads of this process run where they might before.</summary>
    public void Dispose() => Apply(_before);

    private static byte[] Read()
    {
        var mask = new byte[MaskBytes];
        if (Get(0, MaskBytes, mask) != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError(), "The processors of this thread are not known.");
        return mask;
    }

    // A thread that is started while this goes on may have the old mask from its starter; so until there is no new one.
    private static void Apply(byte[] mask)
    {
        var done = new HashSet<int>();
        for (var found = true; found;)
        {
            found = false;
            foreach (var folder in Directory.EnumerateDirectories("/proc/self/task"))
            {
                var thread = int.Parse(Path.GetFileName(folder.AsSpan()), CultureInfo.InvariantCulture);
                if (!done.Add(thread))
                    continue;
                found = true;
                if (Set(thread, MaskBytes, mask) == 0)
                    continue;
                var error = Marshal.GetLastPInvokeError();
                if (error != NoSuchThread)
                    throw new Win32Exception(error, $"Thread {thread} cannot be moved to another processor.");
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "sched_getaffinity", SetLastError = true)]
    private static partial int Get(int thread, nint bytes, [Out] byte[] mask);

    [LibraryImport("libc", EntryPoint = "sched_setaffinity", SetLastError = true)]
    private static partial int Set(int thread, nint bytes, byte[] mask);
}
