using System;
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using System.Threading;

namespace SfPerf.Scenarios.Channels;

/// <summary>Counts the connections that the server of one address accepted, by its own counter.</summary>
internal sealed class AcceptedConnections : IDisposable
{
    private const string Meter = "SfPerf.ServiceModel";
    private const string Counter = "sfperf.wcf.connections.accepted";

    private readonly MeterListener _listener = new();
    private readonly string _at;
    private long _count;

    public AcceptedConnections(Uri address)
    {
        _at = $"{address.Scheme}:{address.Port}";
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument is { Name: Counter, Meter.Name: Meter })
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>(Add);
        _listener.Start();
    }

    public long Count => Interlocked.Read(ref _count);

    public void Dispose() => _listener.Dispose();

    private void Add(
        Instrument instrument, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags, object? state)
    {
        foreach (var (_, at) in tags)
        {
            if (_at.Equals(at as string, StringComparison.Ordinal))
                Interlocked.Add(ref _count, value);
        }
    }
}
