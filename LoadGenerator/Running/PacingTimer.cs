using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Offers the operations of an open loop from the clock's timers: exact on virtual time.</summary>
internal sealed class PacingTimer(PhaseExecution phase)
{
    private readonly TaskCompletionSource _done = new();
    private ArrivalSchedule? _schedule;
    private ITimer? _timer;
    private long _intended;

    internal Task RunAsync()
    {
        _schedule = phase.Schedule(phase.Clock.Now);
        _intended = _schedule.Next();
        _timer = phase.Time.CreateTimer(_ => Step(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        Step();
        return _done.Task;
    }

    // On a timer's thread nobody else would see what it throws.
    private void Step()
    {
        try
        {
            Offer();
        }
        catch (Exception e)
        {
            _timer!.Dispose();
            _done.TrySetException(e);
        }
    }

    private void Offer()
    {
        while (phase.Clock.Now >= _intended)
        {
            if (!phase.Offer(_intended))
            {
                _timer!.Dispose();
                _done.SetResult();
                return;
            }
            _intended = _schedule!.Next();
        }
        var ticks = phase.Time.GetElapsedTime(phase.Clock.Now, _intended);
        _timer!.Change(ticks, Timeout.InfiniteTimeSpan);
    }
}
