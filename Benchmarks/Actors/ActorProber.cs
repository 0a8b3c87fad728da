using System;
using System.Diagnostics;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks.Actors;

/// <summary>
/// A process that calls actors one after the other, with a short pause between, over a connection of its own: one that
/// is in memory, and beside it one that is new each time. For each line of its input it answers with the longest time
/// since the last one in which no answer came, of either kind, in milliseconds.
/// </summary>
internal static class ActorProber
{
    private const long KnownActor = -1;

    internal static async Task RunAsync(string[] words)
    {
        var interval = TimeSpan.FromMilliseconds(new Settings(words[1..]).Number("interval", 2));
        var (known, fresh) = (new Gaps(), new Gaps());
        using var stop = new CancellationTokenSource();
        var knownActor = new ActorClient(words[0]).Actor(KnownActor);
        var freshActors = new ActorClient(words[0]);
        // Ids of other processes that probed the same actors are not new.
        var next = -(2 + ((long)Environment.ProcessId << 32));
        await knownActor.WriteAsync(1).ConfigureAwait(false);
        var probing = Task.WhenAll(
            known.ProbeAsync(async () => await knownActor.ReadAsync().ConfigureAwait(false), interval, stop.Token),
            fresh.ProbeAsync(() => freshActors.Actor(next--).WriteAsync(1), interval, stop.Token));
        Console.WriteLine("probing");
        while (await Console.In.ReadLineAsync().ConfigureAwait(false) is not null)
            Console.WriteLine($"{known.TakeLongest()} {fresh.TakeLongest()}");
        await stop.CancelAsync().ConfigureAwait(false);
        await probing.ConfigureAwait(false);
    }

    private sealed class Gaps
    {
        private readonly Lock _gate = new();
        private long _last = Stopwatch.GetTimestamp(); // guarded by _gate
        private TimeSpan _longest;                     // guarded by _gate

        // A gap that is still open counts as far as it has come.
        internal string TakeLongest()
        {
            lock (_gate)
            {
                Note();
                var longest = _longest.TotalMilliseconds;
                _longest = default;
                return longest.ToString("F1", CultureInfo.InvariantCulture);
            }
        }

        internal async Task ProbeAsync(Func<Task> call, TimeSpan interval, CancellationToken stop)
        {
            while (!stop.IsCancellationRequested)
            {
                await call().ConfigureAwait(false);
                lock (_gate)
                {
                    Note();
                    _last = Stopwatch.GetTimestamp();
                }

                await Task.Delay(interval, TimeProvider.System, CancellationToken.None).ConfigureAwait(false);
            }
        }

        private void Note()
        {
            var gap = Stopwatch.GetElapsedTime(_last);
            if (gap > _longest)
                _longest = gap;
        }
    }
}
