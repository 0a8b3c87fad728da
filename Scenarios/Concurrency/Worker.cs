using System;
using System.Diagnostics;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using SfPerf.Metrics.Histograms;
using SfPerf.Scenarios.Bare;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>Represents one thread's client: connects, makes its calls one after the other, closes.</summary>
internal abstract class Worker(int calls) : IDisposable
{
    // Written while the clock runs, made into a histogram afterwards: 600 histograms would weigh 70 MB.
    private readonly long[] _nanoseconds = new long[calls];

    /// <summary>Gets the calls that succeeded.</summary>
    public int Done { get; private set; }

    /// <summary>Gets the exception's name that ended the calls; null when they were all made.</summary>
    public string? Error { get; private set; }

    public void Run(CancellationToken token)
    {
        try
        {
            Open();
            var before = Stopwatch.GetTimestamp();
            while (Done < calls && !token.IsCancellationRequested)
            {
                Call();
                var now = Stopwatch.GetTimestamp();
                _nanoseconds[Done++] = (long)Stopwatch.GetElapsedTime(before, now).TotalNanoseconds;
                before = now;
            }

            Close();
        }
        catch (Exception e) when (e is CommunicationException or TimeoutException or SocketException
            or HttpRequestException or InvalidOperationException)
        {
            Error = e.GetType().Name;
            Dispose();
        }
    }

    /// <summary>Adds the calls that succeeded.</summary>
    public void AddTo(LatencyHistogram latency)
    {
        foreach (var one in _nanoseconds.AsSpan(0, Done))
            latency.Record(one);
    }

    /// <summary>Cuts the connection, if it was not closed.</summary>
    public abstract void Dispose();

    protected abstract void Open();

    protected abstract void Call();

    protected abstract void Close();
}

/// <summary>Has its bytes echoed over a socket of its own.</summary>
internal sealed class EchoWorker(EndPoint address, int calls) : Worker(calls)
{
    private BareClient? _client;

    public override void Dispose() => _client?.Dispose();

    protected override void Open() => _client = new BareClient(address);

    protected override void Call() => _client!.Echo();

    protected override void Close() => Dispose();
}

/// <summary>Calls the service over an endpoint, a factory and a channel of its own, as published.</summary>
internal sealed class PutWorker(string scheme, Uri address, int sessions, int calls) : Worker(calls)
{
    private ChannelFactory<ISimple>? _factory;
    private ISimple? _channel;

    public override void Dispose() => _factory?.Abort();

    protected override void Open()
    {
        _factory = new ChannelFactory<ISimple>(
            TestHost.MakeBinding(scheme, sessions), new EndpointAddress(address));
        _channel = _factory.CreateChannel();
        ((IClientChannel)_channel).Open();
    }

    protected override void Call() => _channel!.Put();

    protected override void Close()
    {
        ((IClientChannel)_channel!).Close();
        _factory!.Close();
    }
}
