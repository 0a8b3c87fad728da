using System;
using System.Globalization;
using System.IO;
using System.Threading;

namespace SfPerf.Client.Measuring.Proofs;

/// <summary>Says every 15 s how far a proof is and how long it will yet take.</summary>
internal sealed class ProofProgress(long blocks, TextWriter output, TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(15);
    private readonly Lock _gate = new();
    private readonly long _begin = time.GetTimestamp();
    private long _done;
    private TimeSpan _next = Interval;

    public TimeSpan Elapsed => time.GetElapsedTime(_begin);

    /// <summary>Counts a block; called by many at once.</summary>
    public void BlockDone()
    {
        lock (_gate)
        {
            _done++;
            var elapsed = Elapsed;
            if (elapsed < _next)
                return;
            _next = elapsed + Interval;
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{_done} of {blocks} blocks, about {Text(elapsed * (blocks - _done) / _done)} left"));
        }
    }

    public static string Text(TimeSpan span) =>
        string.Create(CultureInfo.InvariantCulture, $"{(int)span.TotalMinutes}:{span.Seconds:00} min");
}
