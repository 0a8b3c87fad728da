using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary>The work of both services; they differ in their attribute only.</summary>
internal abstract class WorkService : ISimple, ISharedWork
{
    // Never set: waiting for it is how a thread is kept for a time.
    private static readonly ManualResetEvent Never = new(false);
    private static int _now;
    private static int _peak;

    public void Put()
    {
        Enter();
        Leave();
    }

    public void Block(int milliseconds)
    {
        Enter();
        Never.WaitOne(milliseconds);
        Leave();
    }

    public async Task DelayAsync(int milliseconds)
    {
        Enter();
        await Task.Delay(TimeSpan.FromMilliseconds(milliseconds), TimeProvider.System).ConfigureAwait(false);
        Leave();
    }

    /// <summary>Returns the most operations that ran at once since it was last asked.</summary>
    internal static int TakePeak() => Interlocked.Exchange(ref _peak, 0);

    private static void Enter()
    {
        var now = Interlocked.Increment(ref _now);
        for (var peak = Volatile.Read(ref _peak); now > peak;)
        {
            var seen = Interlocked.CompareExchange(ref _peak, now, peak);
            if (seen == peak)
                return;
            peak = seen;
        }
    }

    private static void Leave() => Interlocked.Decrement(ref _now);
}
