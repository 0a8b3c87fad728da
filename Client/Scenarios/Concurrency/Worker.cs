using System;
using System.Diagnostics;
using System.Net.Http;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary>One thread's client: an endpoint, a factory and a channel of its own, as published.</summary>
internal sealed class Worker(string scheme, Uri address, int sessions, int calls)
{
    // Written while the clock runs, made into a histogram afterwards: 600 histograms would weigh 70 MB.
    private readonly long[] _nanoseconds = new long[calls];

    /// <summary>Gets the calls that succeeded.</summary>
    public int Done { get; private set; }

    /// <summary>Gets the exception's name that ended the calls; null when they were all made.</summary>
    public string? Error { get; private set; }

    public void Run(CancellationToken token)
    {
        ChannelFactory<ISimple>? factory = null;
        try
        {
            factory = new ChannelFactory<ISimple>(
                TestHost.MakeBinding(scheme, sessions), new EndpointAddress(address));
            var channel = factory.CreateChannel();
            ((IClientChannel)channel).Open();
            var before = Stopwatch.GetTimestamp();
            while (Done < calls && !token.IsCancellationRequested)
            {
                channel.Put();
                var now = Stopwatch.GetTimestamp();
                _nanoseconds[Done++] = (long)Stopwatch.GetElapsedTime(before, now).TotalNanoseconds;
                before = now;
            }

            ((IClientChannel)channel).Close();
            factory.Close();
        }
        catch (Exception e) when (e is CommunicationException or TimeoutException or SocketException
            or HttpRequestException or InvalidOperationException)
        {
            Error = e.GetType().Name;
            factory?.Abort();
        }
    }

    /// <summary>Adds the calls that succeeded.</summary>
    public void AddTo(LatencyHistogram latency)
    {
        foreach (var one in _nanoseconds.AsSpan(0, Done))
            latency.Record(one);
    }
}
