using System;
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
        if (_error is not null) throw new IOException(_error);
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
            foreach (var thread in Directory.GetDirectories($"/proc/{processId}/task").Select(Path.GetFileName))
            {
                var id = int.Parse(thread!, CultureInfo.InvariantCulture);
                if (Ask(Seize, id, 0, 0) != 0 || Ask(Interrupt, id, 0, 0) != 0)
                    throw new IOException($"Thread {id} cannot be traced: {Marshal.GetLastPInvokeErrorMessage()}");
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

    [LibraryImport("libc", EntryPoint = "ptrace", SetLastError = true)]
    private static partial long Ask(long request, int processId, nint address, nint data);
}
