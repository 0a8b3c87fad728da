using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Recording;

/// <summary>
/// Represents one second of one kind. Once it has passed it is kept compressed: a live histogram takes 128 KB.
/// </summary>
internal sealed class SecondSeries
{
    private LatencyHistogram? _latency = new();
    private LatencyHistogram? _service;
    private byte[]? _sealedLatency;
    private byte[]? _sealedService;

    // Most seconds have none.
    private SortedDictionary<string, long>? _errors;

    internal void Add(LatencyHistogram latency, LatencyHistogram? service)
    {
        var wasSealed = _sealedLatency is not null;
        Unseal();
        _latency!.Add(latency);
        if (service is not null)
            (_service ??= new LatencyHistogram()).Add(service);
        if (wasSealed)
            Seal();
    }

    internal void Fail(string error)
    {
        _errors ??= new(StringComparer.Ordinal);
        _errors[error] = _errors.GetValueOrDefault(error) + 1;
    }

    internal void Seal()
    {
        if (_latency is null)
            return;
        _sealedLatency = HistogramCodec.EncodeExact(_latency);
        _sealedService = _service is null ? null : HistogramCodec.EncodeExact(_service);
        _latency = _service = null;
    }

    internal SecondRow Row(int second, bool openLoop)
    {
        var latency = _latency?.Copy() ?? HistogramCodec.DecodeExact(_sealedLatency);
        var service = _service?.Copy() ?? (_sealedService is null ? null : HistogramCodec.DecodeExact(_sealedService));
        return new SecondRow(
            second, latency.Count, _errors?.Values.Sum() ?? 0, latency, openLoop ? service ?? new() : null)
        {
            Errors = _errors is null ? ReadOnlyDictionary<string, long>.Empty : new Dictionary<string, long>(_errors),
        };
    }

    private void Unseal()
    {
        if (_sealedLatency is null)
            return;
        _latency = HistogramCodec.DecodeExact(_sealedLatency);
        _service = _sealedService is null ? null : HistogramCodec.DecodeExact(_sealedService);
        _sealedLatency = _sealedService = null;
    }
}
