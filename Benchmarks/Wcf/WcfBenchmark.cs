using System;
using System.Globalization;
using System.Linq;
using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks.Wcf;

/// <summary>
/// WCF calls of a service in another process, one at a time and many outstanding on one channel, in turn with the bare
/// echo of as many bytes (each message a write of its own, as the ratio's base, and gathered); then a channel for each
/// call.
/// </summary>
internal static class WcfBenchmark
{
    // What one call of 1024 bytes puts on the wire beside them, each way.
    private const int EnvelopeBytes = 80;

    internal static async Task RunAsync(string[] words)
    {
        var settings = new Settings(words);
        var bindings = settings.Text("binding", "tcp,pipe,http").Split(',');
        // A name that is none is told before the first child process begins.
        foreach (var binding in bindings)
            _ = WcfServer.Make(binding);
        for (var round = 0; round < settings.Rounds; round++)
        {
            foreach (var outstanding in new[] { 1, settings.Outstanding }.Distinct())
            {
                var bare = await MeasureBareAsync(settings, outstanding, gather: 0).ConfigureAwait(false);
                Print($"bare x{outstanding}", bare, bare, default);
                if (outstanding > 1)
                {
                    var gathered = await MeasureBareAsync(settings, outstanding, gather: 1).ConfigureAwait(false);
                    Print($"bare x{outstanding}, gathered", gathered, bare, default);
                }

                foreach (var binding in bindings)
                {
                    var (client, server) = await MeasureAsync(settings, binding, outstanding, perCall: false)
                        .ConfigureAwait(false);
                    Print($"{binding} x{outstanding}", client, bare, server);
                }
            }

            foreach (var binding in bindings)
            {
                var (client, server) = await MeasureAsync(settings, binding, 1, perCall: true).ConfigureAwait(false);
                Print($"{binding} channel per call", client, client, server);
            }
        }
    }

    private static Task<Measurement> MeasureBareAsync(Settings settings, int outstanding, int gather)
    {
        var bytes = settings.Bytes + EnvelopeBytes;
        return EchoBenchmark.MeasureAsync([
            $"outstanding={outstanding}", $"request={bytes}", $"bytes={bytes}", $"seconds={settings.Seconds}",
            $"gather={gather}"]);
    }

    private static async Task<(Measurement Client, Cost Server)> MeasureAsync(
        Settings settings, string binding, int outstanding, bool perCall)
    {
        using var child = new Child("-wcf", $"binding={binding}");
        var address = new EndpointAddress(await child.ReadAsync().ConfigureAwait(false));
        var factory = new ChannelFactory<IWcfEcho>(WcfServer.Make(binding), address);
        var channel = factory.CreateChannel();
        var value = new byte[settings.Bytes];
        Func<ValueTask> call = perCall
            ? () => CallOnceAsync(factory, value)
            : () => CallAsync(channel, value);
        await Workload.RunAsync(outstanding, 0, _ => call).ConfigureAwait(false);
        var before = await CountersAsync(child).ConfigureAwait(false);
        var result = await Workload.RunAsync(outstanding, settings.Seconds, _ => call).ConfigureAwait(false);
        var after = await CountersAsync(child).ConfigureAwait(false);
        factory.Abort();
        var calls = after[0] - before[0];
        return (result, new((after[1] - before[1]) / calls, (after[2] - before[2]) / calls));
    }

    private static async ValueTask CallAsync(IWcfEcho channel, byte[] value)
    {
        if ((await channel.EchoAsync(value).ConfigureAwait(false)).Length != value.Length)
            throw new InvalidOperationException("The echo differs.");
    }

    private static async ValueTask CallOnceAsync(ChannelFactory<IWcfEcho> factory, byte[] value)
    {
        var channel = factory.CreateChannel();
        await CallAsync(channel, value).ConfigureAwait(false);
        var client = (IClientChannel)channel;
        await Task.Factory.FromAsync(client.BeginClose, client.EndClose, null).ConfigureAwait(false);
    }

    private static async Task<double[]> CountersAsync(Child child)
    {
        await child.WriteAsync("count").ConfigureAwait(false);
        var line = await child.ReadAsync().ConfigureAwait(false);
        return [.. line.Split(' ').Select(n => double.Parse(n, CultureInfo.InvariantCulture))];
    }

    private static void Print(string name, Measurement m, Measurement bare, Cost server) =>
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{name,-22} {m.PerSecond / 1000,6:F1} k/s  {m.PerSecond / bare.PerSecond:F2} of bare  "
            + $"p50 {m.P50,5:F0} us ({m.P50 - bare.P50:+0;-0;0})  p99 {m.P99,6:F0} us  "
            + $"client {m.AllocatedBytes / m.Operations,5:F0} B, {m.CpuMicroseconds / m.Operations:F1} us CPU; "
            + $"server {server.AllocatedBytes,5:F0} B, {server.CpuMicroseconds:F1} us CPU"));

    private readonly record struct Cost(double AllocatedBytes, double CpuMicroseconds);
}
