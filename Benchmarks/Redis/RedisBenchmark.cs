using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Peers;

namespace SfPerf.Benchmarks.Redis;

/// <summary>
/// Our closed loop against Redis's own redis-benchmark, with the same connections, values and keys. Rounds of theirs,
/// ours, ours, theirs; how far the two of theirs differ within a round is the A/A band, and ours is to lie within it.
/// </summary>
internal static class RedisBenchmark
{
    internal static async Task RunAsync(string[] args)
    {
        var settings = new Settings(args);
        InlineCompletions.Enable();
        var server = await RedisServer.StartAsync(settings.Fsync).ConfigureAwait(false);
        await using (server.ConfigureAwait(false))
        {
            var arm = new RedisArm(
                server.Endpoint, settings.Outstanding, settings.Bytes, settings.Number("keys", 2048));
            Console.WriteLine($"redis-server, {(settings.Fsync ? "appendfsync always" : "appendonly no")}, "
                + $"{arm.Connections} connections, {arm.Bytes} bytes, {arm.Keys} keys; operations a second");
            await CompareAsync(arm, settings, reads: false).ConfigureAwait(false);
            await CompareAsync(arm, settings, reads: true).ConfigureAwait(false);
        }
    }

    private static async Task CompareAsync(RedisArm arm, Settings settings, bool reads)
    {
        var name = reads ? "GET" : "SET";
        // A first run of each is left out: it compiles ours, and says how many operations fill the seconds wanted.
        var rate = await arm.TheirsAsync(reads, 20_000).ConfigureAwait(false);
        var operations = (long)(rate * settings.Seconds);
        await arm.OursAsync(reads, operations).ConfigureAwait(false);
        var (band, ratios) = (new List<double>(), new List<double>());
        for (var round = 1; round <= settings.Rounds; round++)
        {
            var first = await arm.TheirsAsync(reads, operations).ConfigureAwait(false);
            var ours = await arm.OursAsync(reads, operations).ConfigureAwait(false);
            var again = await arm.OursAsync(reads, operations).ConfigureAwait(false);
            var last = await arm.TheirsAsync(reads, operations).ConfigureAwait(false);
            band.Add(Math.Abs(Math.Log(last / first)));
            ratios.Add(Math.Sqrt(ours * again) / Math.Sqrt(first * last));
            Console.WriteLine($"{name} round {round}: redis-benchmark {first:N0}, ours {ours:N0}, ours {again:N0}, "
                + $"redis-benchmark {last:N0}; ratio {ratios[^1]:0.000}");
        }

        var ratio = ratios.Order().ElementAt(ratios.Count / 2);
        var width = Math.Exp(band.Max());
        var verdict = ratio < 1 / width ? "BELOW the band" : ratio > width ? "above the band" : "within the band";
        Console.WriteLine($"{name}: ours / redis-benchmark {ratio:0.000} (median), A/A band {1 / width:0.000}.."
            + $"{width:0.000}: {verdict}");
    }
}
