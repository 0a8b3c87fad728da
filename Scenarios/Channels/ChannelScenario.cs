using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Net.Sockets;
using System.ServiceModel;
using System.Threading;
using SfPerf.Commands;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Scenarios.Bare;

namespace SfPerf.Scenarios.Channels;

/// <summary>Measures the arms in rounds; every second round runs backwards, so that drift favours none.</summary>
internal sealed class ChannelScenario : IDisposable
{
    private readonly ServiceHost _host = new(typeof(GreetingService));
    private readonly BareServer _bare = new(Uri.UriSchemeNetTcp, connectionsAtOnce: 1);
    private readonly AcceptedConnections _accepted;
    private readonly ChannelArm[] _arms;

    public ChannelScenario(ChannelSettings settings)
    {
        _host.AddServiceEndpoint(
            typeof(IGreetingService), settings.Binding(), "net.tcp://127.0.0.1:0/GreetingService");
        _host.Open();
        var address = _host.ChannelDispatchers[0].Listener.Uri;
        _accepted = new AcceptedConnections(address);
        _arms =
        [
            new ReusedChannelArm(settings, address), new ChannelPerCallArm(settings, address),
            new FactoryPerCallArm(settings, address),
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
    public IReadOnlyList<ArmResult> Block(int round, int calls, CancellationToken token)
    {
        var order = round % 2 == 0 ? _arms : _arms.Reverse().ToArray();
        var results = new Dictionary<string, ArmResult>();
        foreach (var arm in order)
            results.Add(arm.Name, Measure(arm, calls, token));
        return [.. order.Select(arm => ArmNames.Bases[arm.Name] is { } kept
            ? results[arm.Name].WithRatioTo(results[kept]) : results[arm.Name])];
    }

    public void Dispose()
    {
        foreach (var arm in _arms)
            arm.Dispose();
        _accepted.Dispose();
        _host.Abort();
        _bare.Dispose();
    }

    private long Connections => _accepted.Count + _bare.Accepted;

    private ArmResult Measure(ChannelArm arm, int calls, CancellationToken token)
    {
        var started = TimeProvider.System.GetUtcNow();
        var latency = new LatencyHistogram();
        long? first = null;
        try
        {
            arm.Begin();
            var (connections, cpu) = (Connections, Environment.CpuUsage.TotalTime);
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
            var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
            var phase = new PhaseResult
            {
                Name = PhaseName(arm.Name, calls), Kind = OperationKind.Read, StartedUtc = started,
                Operations = calls, Seconds = seconds, Outstanding = 1, FirstOperation = first, Latency = latency,
            };
            return new ArmResult(phase, new Dictionary<string, double>
            {
                [FigureNames.Connections] = Connections - connections,
                [FigureNames.Cpu] = (Environment.CpuUsage.TotalTime - cpu).TotalSeconds,
            });
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
