using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Net.Http;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>The case in which the modes do differ: several calls outstanding on one channel.</summary>
internal static class SharedRun
{
    /// <summary>Runs it.</summary>
    public static async Task<ArmResult> MeasureAsync(
        Arm arm, string scheme, bool blocking, ConcurrencySettings settings, CancellationToken token)
    {
        using var host = new TestHost(arm.Type!, typeof(ISharedWork), scheme, settings.Outstanding,
            Math.Max(settings.Outstanding, settings.MaxCalls ?? 0));
        var factory = new ChannelFactory<ISharedWorkClient>(
            TestHost.MakeBinding(scheme, settings.Outstanding), new EndpointAddress(host.Address));
        try
        {
            var channel = factory.CreateChannel();
            Func<Task> call = blocking
                ? () => channel.BlockAsync(settings.ServiceMilliseconds)
                : () => channel.DelayAsync(settings.ServiceMilliseconds);
            // The connections and threads that the calls need are there before the clock starts.
            await Task.WhenAll(Enumerable.Range(0, settings.Outstanding).Select(_ => call())).ConfigureAwait(false);
            WorkService.TakePeak();
            var left = settings.SharedCalls;
            var started = TimeProvider.System.GetUtcNow();
            var start = Stopwatch.GetTimestamp();
            var parts = await Task.WhenAll(Enumerable.Range(0, settings.Outstanding).Select(_ => LoopAsync()))
                .ConfigureAwait(false);
            var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
            var peak = WorkService.TakePeak();
            var latency = parts[0];
            foreach (var part in parts.Skip(1))
                latency.Add(part);
            var phase = new PhaseResult
            {
                Name = PhaseName(arm, scheme, blocking), Kind = OperationKind.Read, StartedUtc = started,
                Operations = latency.Count, Seconds = seconds, Outstanding = settings.Outstanding, Latency = latency,
            };
            return new ArmResult(phase, new Dictionary<string, double> { [FigureNames.Peak] = peak });

            async Task<LatencyHistogram> LoopAsync()
            {
                var own = new LatencyHistogram();
                while (Interlocked.Decrement(ref left) >= 0)
                {
                    token.ThrowIfCancellationRequested();
                    var before = Stopwatch.GetTimestamp();
                    await call().ConfigureAwait(false);
                    own.Record((long)Stopwatch.GetElapsedTime(before).TotalNanoseconds);
                }

                return own;
            }
        }
        catch (Exception e) when (e is CommunicationException or TimeoutException or HttpRequestException)
        {
            throw new SfPerfException(ExitCode.NothingMeasured,
                $"{PhaseName(arm, scheme, blocking)}: a call failed: {e.Message}", e);
        }
        finally
        {
            factory.Abort();
        }
    }

    /// <summary>The name of a phase of a run.</summary>
    public static string PhaseName(Arm arm, string scheme, bool blocking) =>
        $"{scheme} shared {(blocking ? "blocking" : "task")} {arm.Name}";
}
