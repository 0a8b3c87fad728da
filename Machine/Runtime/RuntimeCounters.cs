using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Machine.Runtime;

/// <summary>Listens to the counters that every .NET process publishes once a second on its diagnostics port, as
/// <c>dotnet-counters</c> does: the process needs no code for it.</summary>
public sealed class RuntimeCounters : IAsyncDisposable
{
    private const string CountersEvent = "EventCounters";
    private readonly Stream _port;
    private readonly MeterReadings _meters;
    private readonly Task _work;
    private RuntimeReading _sum = new((0, 0, 0), 0, 0);
    private bool _heard;

    private RuntimeCounters(Stream port, string session)
    {
        (_port, _meters) = (port, new(session));
        _work = ListenAsync();
    }

    /// <summary>Gets what was counted since the connection was made; null until the process has said something.
    /// </summary>
    public RuntimeReading? Reading => Volatile.Read(ref _heard) ? Volatile.Read(ref _sum) : null;

    /// <summary>Gets what the instruments of meters say that were asked for.</summary>
    public IReadOnlyDictionary<string, MeterReading> Meters => _meters.Values;

    /// <summary>Connects.</summary>
    /// <param name="processId">The process.</param>
    /// <param name="instruments">Instruments of meters that are read, too, each as METER\INSTRUMENT.</param>
    /// <param name="token">Ends the wait.</param>
    /// <returns>Null when there is no such process, it is no .NET process, or another user's.</returns>
    public static async Task<RuntimeCounters?> ConnectAsync(
        int processId, IReadOnlyList<string> instruments, CancellationToken token)
    {
        var session = Guid.NewGuid().ToString("N");
        try
        {
            return await DiagnosticsPort.CollectAsync(processId, instruments, session, token).ConfigureAwait(false)
                is { } port ? new RuntimeCounters(port, session) : null;
        }
        catch (Exception e) when (DiagnosticsPort.IsRefusal(e))
        {
            return null;
        }
    }

    /// <summary>Ends the connection; the process stops publishing.</summary>
    public async ValueTask DisposeAsync()
    {
        await _port.DisposeAsync().ConfigureAwait(false);
        await _work.ConfigureAwait(false);
    }

    private async Task ListenAsync()
    {
        try
        {
            await new NetTraceReader(_port, Take).RunAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (DiagnosticsPort.IsRefusal(e) || e is InvalidDataException or ObjectDisposedException)
        {
            // The process ended, or this did: what was counted stays.
        }
    }

    private void Take(string name, IReadOnlyDictionary<string, object> fields)
    {
        _meters.Take(name, fields);
        if (name != CountersEvent || !fields.TryGetValue("Name", out var counter))
            return;
        if (fields.TryGetValue("Increment", out var increment) && increment is double rise)
            Volatile.Write(ref _sum, _sum.With((string)counter, rise));
        Volatile.Write(ref _heard, true);
    }
}
