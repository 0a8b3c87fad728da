using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Scenarios.Channels;

/// <summary>Measures the arms in rounds; every second round runs backwards, so that drift favours none.</summary>
internal sealed class ChannelScenario : IDisposable
{
    private readonly ServiceHost _host = new(typeof(GreetingService));
    private readonly BareServer _bare = new();
    private readonly ChannelArm[] _arms;

    public ChannelScenario()
    {
        _host.AddServiceEndpoint(
            typeof(IGreetingService), new NetTcpBinding(SecurityMode.None), "net.tcp://127.0.0.1:0/GreetingService");
        _host.Open();
        var address = _host.ChannelDispatchers[0].Listener.Uri;
        _arms =
        [
            new ReusedChannelArm(address), new ChannelPerCallArm(address), new FactoryPerCallArm(address),
            new BareArm(_bare.Address, kept: true), new BareArm(_bare.Address, kept: false),
        ];
    }

    /// <summary>Makes calls that are not counted.</summary>
    public void WarmUp(int calls, CancellationToken token)
    {
        foreach (var arm in _arms)
            Measure(arm, calls, token);
    }

    /// <summary>Runs every arm with a number of calls.</summary>
    public IReadOnlyList<PhaseResult> Block(int round, int calls, CancellationToken token) =>
        [.. (round % 2 == 0 ? _arms : _arms.Reverse()).Select(arm => Measure(arm, calls, token))];

    public void Dispose()
    {
        foreach (var arm in _arms)
            arm.Dispose();
        _host.Abort();
        _bare.Dispose();
    }

    private static PhaseResult Measure(ChannelArm arm, int calls, CancellationToken token)
    {
        var started = TimeProvider.System.GetUtcNow();
        var latency = new LatencyHistogram();
        long? first = null;
        try
        {
            arm.Begin();
            var start = Stopwatch.GetTimestamp();
            var before = start;
            for (var i = 0; i < calls; i++)
            {
                token.ThrowIfCancellationRequested();
                arm.Call();
                var now = Stopwatch.GetTimestamp();
                var nanoseconds = (long)Stopwatch.GetElapsedTime(before, now).TotalNanoseconds;
                latency.Record(nanoseconds);
                first ??= nanoseconds;
                before = now;
            }

            arm.End();
            return new PhaseResult
            {
                Name = PhaseName(arm.Name, calls), Kind = OperationKind.Read, StartedUtc = started,
                Operations = calls, Seconds = Stopwatch.GetElapsedTime(start).TotalSeconds, Outstanding = 1,
                FirstOperation = first, Latency = latency,
            };
        }
        catch (Exception e) when (e is CommunicationException or TimeoutException or SocketException)
        {
            throw new SfPerfException(
                ExitCode.NothingMeasured, $"{arm.Name}: call {latency.Count + 1} of {calls} failed: {e.Message}", e);
        }
        finally
        {
            arm.Dispose();
        }
    }

    /// <summary>The name of a phase of a run.</summary>
    public static string PhaseName(string arm, int calls) => $"{arm} x{calls}";
}
