using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using SfPerf.Scenarios.Ipc.Transports;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc;

/// <summary>Measures every arm in rounds; every second round runs backwards, so that drift favours none. One thread.
/// </summary>
internal sealed class IpcScenario(IpcSettings settings, IpcServers servers, ScenarioProgress progress)
{
    // The kernel acknowledges at once at the beginning of a connection and after a pause: that is not what is measured.
    private const int CauseWarmup = 20;
    private const int BlockWarmup = 20;
    private const int Seed = 1;

    private readonly Dictionary<int, Content> _contents =
        settings.Sizes.Append(1).Distinct().ToDictionary(s => s, s => new Content(s, Seed));

    /// <summary>The parts of one round.</summary>
    public static IReadOnlyList<ScenarioBlock> Blocks(IpcSettings settings) =>
    [
        // What two cores do, roughly: for the time left only.
        .. settings.Transports.Select(t => new ScenarioBlock(t.Name, settings.Sizes.Count * settings.Calls * 0.0002)),
        .. settings.HasCauses
            ? CauseCell.All.Select(c => new ScenarioBlock(c.Name, Stall(c) * (settings.CauseCalls + CauseWarmup)))
            : [],
    ];

    /// <summary>Makes calls that are not counted; a transport that cannot do them is out.</summary>
    public void WarmUp(CancellationToken token)
    {
        foreach (var arm in servers.Compared.Where(a => a.Absence is null))
        {
            foreach (var size in Sizes(arm))
                IpcServers.Try(arm, () => Measure(arm, size, settings.Warmup, 0, token));
        }
    }

    /// <summary>Runs every arm once.</summary>
    public IReadOnlyList<ArmResult> Round(int round, CancellationToken token)
    {
        var results = new List<ArmResult>();
        var arms = servers.All.Where(a => a.Absence is null);
        foreach (var arm in round % 2 == 0 ? arms : arms.Reverse())
        {
            progress.Begin();
            var block = new List<ArmResult>();
            if (servers.Causes.Contains(arm))
            {
                IpcServers.Try(
                    arm, () => block.Add(Measure(arm, 1, settings.CauseCalls, CauseWarmup, token, arm.Name)));
            }
            else
            {
                foreach (var size in Sizes(arm))
                {
                    if (!IpcServers.Try(arm, () => block.Add(Measure(arm, size, settings.Calls, BlockWarmup, token))))
                        break;
                }
            }

            progress.End(round, arm.Name, arm.Absence ?? string.Join(", ", block.Select(Text)));
            results.AddRange(block);
        }

        var tcp = results.FindAll(r => r.Name.StartsWith($"{TransportCatalogue.Tcp} ", StringComparison.Ordinal));
        return [.. results.Select(r => WithRatio(r, tcp))];
    }

    private static double Stall(CauseCell cell) => cell.Framing == Framing.OneWrite || (cell.Client && cell.Server)
        ? 0.0001 : cell.Client || cell.Server ? 0.044 : 0.088;

    private IEnumerable<int> Sizes(IpcArm arm) =>
        settings.Sizes.Where(s => arm.Refusal(s, settings) is null);

    private ArmResult Measure(
        IpcArm arm, int size, int calls, int warmup, CancellationToken token, string? name = null)
    {
        var content = _contents[size];
        for (var i = 0; i < warmup; i++)
            Call(arm.Client!, content, token);
        var started = TimeProvider.System.GetUtcNow();
        var (latency, failed) = (new LatencyHistogram(), new LatencyHistogram());
        long? first = null;
        var cpu = Environment.CpuUsage.TotalTime;
        var begin = Stopwatch.GetTimestamp();
        for (var i = 0; i < calls; i++)
        {
            var start = Stopwatch.GetTimestamp();
            var answered = Call(arm.Client!, content, token);
            var nanoseconds = (long)Stopwatch.GetElapsedTime(start).TotalNanoseconds;
            (answered ? latency : failed).Record(nanoseconds);
            first ??= nanoseconds;
        }

        var phase = new PhaseResult
        {
            Name = name ?? IpcNames.Phase(arm.Name, size), Kind = OperationKind.Read, StartedUtc = started,
            Operations = latency.Count, Failed = failed.Count, FailedLatency = failed,
            Errors = failed.Count > 0 ? new Dictionary<string, long> { ["DatagramLost"] = failed.Count } : [],
            Seconds = Stopwatch.GetElapsedTime(begin).TotalSeconds, Outstanding = 1, FirstOperation = first,
            Latency = latency,
        };
        var figures = new Dictionary<string, double>
        {
            [FigureNames.Cpu] = (Environment.CpuUsage.TotalTime - cpu).TotalSeconds,
        };
        if (arm.Client!.RequestBytes > 0)
            figures.Add(FigureNames.RequestBytes, arm.Client.RequestBytes);
        return new ArmResult(phase, figures);
    }

    private static bool Call(IpcClient client, Content content, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        content.Next();
        try
        {
            var reply = client.Call(content.Bytes);
            return reply == content.Expected ? true : throw new InvalidDataException(
                $"The server got {reply}; {content.Expected} were sent.");
        }
        catch (DatagramLostException)
        {
            return false;
        }
    }

    // The ratio of the medians of this round, of the same size.
    private static ArmResult WithRatio(ArmResult result, List<ArmResult> tcp)
    {
        var size = result.Name[(result.Name.IndexOf(' ', StringComparison.Ordinal) + 1)..];
        return tcp.Find(t => t.Name == $"{TransportCatalogue.Tcp} {size}") is { Phase.Latency.Count: > 0 } bare
            && bare != result && result.Phase.Latency.Count > 0 ? result with
            {
                Figures = new Dictionary<string, double>(result.Figures)
                {
                    [FigureNames.Ratio] = IpcRounds.MedianUs(result) / IpcRounds.MedianUs(bare),
                },
            } : result;
    }

    private string Text(ArmResult result) => string.Create(CultureInfo.InvariantCulture,
        $"{SizeOf(result)}{result.Phase.Latency.ValueAt(50) / 1000.0:0.0} us")
        + (result.Phase.Failed > 0 ? $" ({result.Phase.Failed} lost)" : "");

    // The cells of the table of causes have one size, which is not in their name.
    private string SizeOf(ArmResult result) => servers.Causes.Any(c => c.Name == result.Name)
        ? "" : result.Name[(result.Name.IndexOf(' ', StringComparison.Ordinal) + 1)..] + " ";
}
