using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace SfPerf.Client;

/// <summary>
/// Turns SIGINT, SIGTERM and SIGHUP into a cancellation, so that a run is saved and its cluster stopped. A second
/// signal ends the process at once; its cluster then stops by itself.
/// </summary>
internal sealed class TerminationSignals : IDisposable
{
    private readonly CancellationTokenSource _cancellation;
    private readonly PosixSignalRegistration[] _registrations;
    private int _received;

    public TerminationSignals(CancellationTokenSource cancellation)
    {
        _cancellation = cancellation;
        _registrations =
        [
            PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal),
            PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal),
            PosixSignalRegistration.Create(PosixSignal.SIGHUP, OnSignal),
        ];
    }

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
    }

    private void OnSignal(PosixSignalContext context)
    {
        if (Interlocked.Increment(ref _received) > 1)
            return;
        context.Cancel = true;
        _cancellation.Cancel();
    }
}
