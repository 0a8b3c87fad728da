using System;
using System.Diagnostics;
using System.Net.Http;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary>One thread's client: connects, makes its calls one after the other, closes.</summary>
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
