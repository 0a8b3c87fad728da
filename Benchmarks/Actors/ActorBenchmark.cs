using System;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Metrics.Histograms;

namespace SfPerf.Benchmarks.Actors;

/// <summary>
/// Many actors of one partition: their first calls, the walk of the idle collector over them, their deactivation and a
/// demotion, each beside a process that keeps calling other actors; what an idle actor takes; what a first call costs.
/// </summary>
internal static class ActorBenchmark
{
    internal static readonly Uri Service = new("fabric:/Benchmark/BenchmarkActorService");
    private const int Singles = 10_000;
    private const int WarmUpCalls = 20_000;
    private const long WarmUpActor = -1_000;
    private static readonly TimeSpan Settling = TimeSpan.FromMilliseconds(500);

    internal static async Task RunAsync(string[] words)
    {
        var settings = new Settings(words);
        var actors = settings.Number("actors", 1_000_000);
        using var node = new Child(CollectorBudget(settings), ["-actors", .. words]);
        var run = new Run(node, words, settings.Number("outstanding", 16));
        await run.BeginAsync(await node.ReadAsync().ConfigureAwait(false)).ConfigureAwait(false);
        using (run)
        {
            await run.WarmUpAsync().ConfigureAwait(false);
            var before = await run.HeapAsync().ConfigureAwait(false);
            Run.PrintHeader(actors);
            await run.CallsAsync("first call, of new actors, one at a time", actors, Singles, 1, write: true)
                .ConfigureAwait(false);
            await run.CallsAsync("first call of each", 0, actors, null, write: true).ConfigureAwait(false);
            var active = await run.HeapAsync().ConfigureAwait(false);
            await run.DoAsync("walk: all are idle, none long enough", ActorNode.Walk).ConfigureAwait(false);
            await run.DoAsync("walk: all are deactivated", ActorNode.Walk).ConfigureAwait(false);
            var stored = await run.HeapAsync().ConfigureAwait(false);
            await run.CallsAsync("first call, of stored actors, one at a time", actors, Singles, 1, write: false)
                .ConfigureAwait(false);
            await run.CallsAsync("second call, one at a time", actors, Singles, 1, write: false)
                .ConfigureAwait(false);
            await run.CallsAsync("first call of each stored one", 0, actors, null, write: false)
                .ConfigureAwait(false);
            run.StopProbing();
            await run.DoAsync("demotion of the primary", ActorNode.Demote).ConfigureAwait(false);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"an idle actor takes {(active - stored) / (double)actors:F0} B in memory, ")
                + string.Create(CultureInfo.InvariantCulture,
                    $"{(stored - before) / (double)actors:F0} B are what is stored of it"));
        }
    }

    // Without it, the longest pause is that of a collection of what may be hundreds of megabytes of new actors, all of
    // which live. A service sets System.GC.Gen0MaxBudget in its runtimeconfig.json.
    private static string? CollectorBudget(Settings settings) => settings.Number("gen0", 8) is > 0 and var mebibytes
        ? $"DOTNET_GCGen0MaxBudget=0x{mebibytes << 20:x}" : null;

    private sealed class Run(Child node, string[] words, int outstanding) : IDisposable
    {
        private ActorClient _client = null!;
        private Child? _prober;

        internal async Task BeginAsync(string endpoints)
        {
            _client = new(endpoints);
            _prober = new(["-actors-prober", endpoints, .. words]);
            await _prober.ReadAsync().ConfigureAwait(false);
        }

        internal static void PrintHeader(int actors)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{actors:#,0} actors of one partition, each with one state of 8 bytes; waits, pauses: the longest"));
            Console.WriteLine($"{"",-46} {"count",9} {"seconds",8} {"p50 us",7} {"p99 us",7} {"max ms",7} "
                + $"{"known ms",9} {"new ms",7} {"GC ms/gen",10}");
        }

        internal async Task WarmUpAsync()
        {
            var actor = _client.Actor(WarmUpActor);
            for (var i = 0; i < WarmUpCalls; i++)
            {
                await actor.WriteAsync(i).ConfigureAwait(false);
                await actor.ReadAsync().ConfigureAwait(false);
                await _client.Actor(WarmUpActor - 1 - i).WriteAsync(i).ConfigureAwait(false);
            }
        }

        /// <summary>Calls so many actors once each.</summary>
        internal async Task CallsAsync(string name, long first, int count, int? atOnce, bool write)
        {
            await TakeAsync().ConfigureAwait(false);
            var since = Stopwatch.GetTimestamp();
            var next = 0;
            var workers = Enumerable.Range(0, atOnce ?? outstanding).Select(_ => Task.Run(WorkAsync)).ToArray();
            var latency = new LatencyHistogram();
            foreach (var taken in await Task.WhenAll(workers).ConfigureAwait(false))
                latency.Add(taken);
            await PrintAsync(name, count, Stopwatch.GetElapsedTime(since), latency).ConfigureAwait(false);

            async Task<LatencyHistogram> WorkAsync()
            {
                var mine = new LatencyHistogram();
                for (int i; (i = Interlocked.Increment(ref next) - 1) < count;)
                {
                    var actor = _client.Actor(first + i);
                    var began = Stopwatch.GetTimestamp();
                    if (write)
                        await actor.WriteAsync(first + i).ConfigureAwait(false);
                    else if (await actor.ReadAsync().ConfigureAwait(false) is var found && found != first + i)
                        throw new InvalidOperationException($"Actor {first + i} answered {found}.");
                    mine.Record((long)Stopwatch.GetElapsedTime(began).TotalNanoseconds);
                }

                return mine;
            }
        }

        /// <summary>Lets the node do something to all of its actors.</summary>
        internal async Task DoAsync(string name, string what)
        {
            await TakeAsync().ConfigureAwait(false);
            var answer = await AskAsync(what).ConfigureAwait(false);
            await PrintAsync(name, int.Parse(answer[0], CultureInfo.InvariantCulture),
                TimeSpan.FromMilliseconds(double.Parse(answer[1], CultureInfo.InvariantCulture)), null, answer[2])
                .ConfigureAwait(false);
        }

        // What the collector held up meanwhile is no part of the next step.
        internal async Task<long> HeapAsync()
        {
            var heap = long.Parse(
                (await AskAsync(ActorNode.Heap).ConfigureAwait(false))[0], CultureInfo.InvariantCulture);
            await TakeAsync().ConfigureAwait(false);
            await Task.Delay(Settling, TimeProvider.System).ConfigureAwait(false);
            return heap;
        }

        internal void StopProbing()
        {
            _prober?.Dispose();
            _prober = null;
        }

        public void Dispose() => StopProbing();

        private async Task PrintAsync(
            string name, int count, TimeSpan time, LatencyHistogram? latency, string? pause = null)
        {
            var (known, fresh, own) = await TakeAsync().ConfigureAwait(false);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{name,-46} {count,9} {time.TotalSeconds,8:F2} {At(50, 1e3),7} {At(99, 1e3),7} {At(100, 1e6),7} ")
                + $"{known,9} {fresh,7} {pause ?? own,10}");

            string At(double percentile, double unit) => latency is null ? "-"
                : (latency.ValueAt(percentile) / unit).ToString("F1", CultureInfo.InvariantCulture);
        }

        // What was seen since the last time: by the prober, and of the node's collector.
        private async Task<(string Known, string Fresh, string Pause)> TakeAsync()
        {
            var pause = (await AskAsync("").ConfigureAwait(false))[2];
            if (_prober is null)
                return ("-", "-", pause);
            await _prober.WriteAsync("").ConfigureAwait(false);
            var gaps = (await _prober.ReadAsync().ConfigureAwait(false)).Split(' ');
            return (gaps[0], gaps[1], pause);
        }

        private async Task<string[]> AskAsync(string what)
        {
            await node.WriteAsync(what).ConfigureAwait(false);
            return (await node.ReadAsync().ConfigureAwait(false)).Split(' ');
        }
    }
}
