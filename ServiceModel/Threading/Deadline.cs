using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Threading;

/// <summary>A timeout counted down from one moment over several steps. TimeSpan.MaxValue means never.</summary>
internal readonly struct Deadline
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(20);

    private readonly TimeProvider _time;
    private readonly long _start;
    private readonly TimeSpan _timeout;

    internal Deadline(TimeSpan timeout, TimeProvider time)
    {
        _time = time;
        _start = time.GetTimestamp();
        _timeout = timeout;
    }

    /// <summary>Gets what is left; InfiniteTimeSpan when the timeout is longer than timers can count.</summary>
    internal TimeSpan Remaining
    {
        get
        {
            if (_timeout >= Longest || _timeout < TimeSpan.Zero)
                return Timeout.InfiniteTimeSpan;
            var left = _timeout - _time.GetElapsedTime(_start);
            return left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }
    }

    /// <summary>Gets what is left as the timeout of a further step; MaxValue for never.</summary>
    internal TimeSpan Left => Remaining is var left && left == Timeout.InfiniteTimeSpan ? TimeSpan.MaxValue : left;

    internal CancellationTokenSource ToSource() => new(Remaining, _time);

    /// <summary>Waits; <paramref name="late"/> runs before the exception goes out.</summary>
    internal async Task WaitAsync(Task task, string what, Action? late = null)
    {
        try
        {
            await task.WaitAsync(Remaining, _time).ConfigureAwait(false);
        }
        catch (TimeoutException) when (!task.IsCompleted)
        {
            late?.Invoke();
            throw new TimeoutException($"{what} did not end within {_timeout}.");
        }
    }
}
