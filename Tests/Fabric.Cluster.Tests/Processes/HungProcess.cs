using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>
/// A process none of whose threads goes on, though no signal has stopped it: this process traces it as a debugger does.
/// Linux on 64 bits only. The process must be a descendant of this one, or this one run as root.
/// </summary>
internal sealed partial class HungProcess : IDisposable
{
    private const int NoSuchProcess = 3;
    private const int NotPermitted = 1;
    private const int TraceClone = 8;
    private const int Seize = 0x4206;
    private const int Interrupt = 0x4207;
    private readonly ManualResetEventSlim _hangs = new();
    private readonly ManualResetEventSlim _over = new();
    private readonly Thread _tracer;
    private string? _error;

    /// <summary>The process hangs when the constructor returns.</summary>
    /// <exception cref="IOException">The system does not allow it.</exception>
    internal HungProcess(int processId)
    {
        // The tracer is a thread, not a process: what it traces goes on when it ends.
        _tracer = new Thread(() => Trace(processId)) { IsBackground = true };
        _tracer.Start();
        _hangs.Wait();
        if (_error is not null)
            throw new IOException(_error);
    }

    public void Dispose()
    {
        _over.Set();
        _tracer.Join();
        _hangs.Dispose();
        _over.Dispose();
    }

    private void Trace(int processId)
    {
        try
        {
            // Meanwhile threads end, and others begin: until a look finds none that is new.
            var known = new HashSet<int>();
            for (var isFirst = true; ; isFirst = false)
            {
                var found = Directory.GetDirectories($"/proc/{processId}/task")
                    .Select(t => int.Parse(Path.GetFileName(t), CultureInfo.InvariantCulture)).Where(known.Add)
                    .ToArray();
                if (found.Length == 0)
                    break;
                foreach (var id in found)
                    Stop(id, isFirst);
            }
        }
        catch (IOException e)
        {
            _error = e.Message;
        }
        finally
        {
            _hangs.Set();
        }
        // A killed process stays in the table of processes until its tracer has ended.
        while (_error is null && !ProcessControl.HasEnded(processId) && !_over.Wait(20))
        {
        }
    }

    // A thread that a traced one has begun is traced, and stopped, from its beginning: it cannot be traced twice.
    private static void Stop(int thread, bool isFirst)
    {
        if (Ask(Seize, thread, 0, TraceClone) == 0 && Ask(Interrupt, thread, 0, 0) == 0)
            return;
        var error = Marshal.GetLastPInvokeError();
        if (error == NoSuchProcess || (error == NotPermitted && !isFirst))
            return;
        throw new IOException($"Thread {thread} cannot be traced: {Marshal.GetPInvokeErrorMessage(error)}");
    }

    [LibraryImport("libc", EntryPoint = "ptrace", SetLastError = true)]
    private static partial long Ask(long request, int processId, nint address, nint data);
}
