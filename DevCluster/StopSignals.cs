using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.DevCluster;

/// <summary>
/// Watches everything that tells the manager to stop: signals, the end of its parent, the end of its input.
/// </summary>
internal sealed class StopSignals : IDisposable
{
    private const int ParentMilliseconds = 100;
    private readonly TaskCompletionSource<string> _stop = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<PosixSignalRegistration> _signals = [];
    private readonly ManualResetEvent _over = new(initialState: false);

    internal StopSignals(ManagerArguments arguments)
    {
        var owned = arguments.Detached || arguments.ParentPid is not null;
        On(PosixSignal.SIGTERM, ignore: false);
        On(PosixSignal.SIGINT, ignore: owned);
        On(PosixSignal.SIGHUP, ignore: arguments.Detached);
        if (arguments.Detached)
        {
            // A session of its own: the terminal of the starter may close.
            ProcessControl.LeaveTerminal();
            return;
        }
        if (arguments.ParentPid is { } parent)
            Background("parent", () => WatchParent(parent));
        if (InputIsPipe())
            Background("input", WatchInput);
    }

    /// <summary>Gets a task that ends with the reason to stop.</summary>
    internal Task<string> Stopped => _stop.Task;

    internal void Stop(string reason) => _stop.TrySetResult(reason);

    public void Dispose()
    {
        _ = _over.Set();
        foreach (var signal in _signals)
            signal.Dispose();
    }

    private static void Background(string name, ThreadStart run) =>
        new Thread(run) { IsBackground = true, Name = name }.UnsafeStart();

    private static bool InputIsPipe()
    {
        const string Input = "/proc/self/fd/0";
        if (!OperatingSystem.IsLinux())
            return Console.IsInputRedirected;
        return File.ResolveLinkTarget(Input, returnFinalTarget: false)?.Name.StartsWith("pipe:",
            StringComparison.Ordinal) == true;
    }

    private void On(PosixSignal signal, bool ignore) => _signals.Add(PosixSignalRegistration.Create(signal, context =>
    {
        context.Cancel = true;
        if (!ignore)
            Stop($"signal {signal}");
    }));

    private void WatchParent(int parent)
    {
        while (ProcessControl.IsAlive(parent))
        {
            if (_over.WaitOne(ParentMilliseconds))
                return;
        }
        Stop($"its parent, process {parent}, is gone");
    }

    private void WatchInput()
    {
        try
        {
            using var input = Console.OpenStandardInput();
            Span<byte> ignored = stackalloc byte[256];
            while (input.Read(ignored) > 0)
            {
                // The content does not matter, only that the input is still open.
            }
        }
        catch (IOException)
        {
            // An input that cannot be read has ended.
        }
        Stop("its input has ended");
    }
}
