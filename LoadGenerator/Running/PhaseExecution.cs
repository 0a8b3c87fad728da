using System;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Threading;
using SfPerf.LoadGenerator.Recording;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Workloads;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Represents one phase under way: what its workers share.</summary>
internal sealed partial class PhaseExecution : IDisposable
{
    private const int RecordersMax = 64;
    private readonly LoadRunnerOptions _options;
    private readonly KindSeries[] _series;
    private readonly WorkerRecorder[][] _recorders;
    private readonly CancellationTokenSource _stop = new();
    private readonly long _sequenceBase;
    private readonly long _operations;
    private readonly long _deadline;
    private long _taken;
    private long _failures;
    private long _abandoned;
    private long _notMade;
    private bool _endsEarly;
    private string? _stopped;
    private ExceptionDispatchInfo? _failure;

    internal PhaseExecution(
        ILoadTarget target, RunSpecification run, PhaseSpecification phase, ItemSpace items, LoadRunnerOptions options,
        RunClock clock, long sequenceBase)
    {
        (Target, Run, Phase, _options, Clock, _sequenceBase) = (target, run, phase, options, clock, sequenceBase);
        _operations = phase.Operations ?? long.MaxValue;
        StartedUtc = options.Time.GetUtcNow();
        Start = clock.Now;
        TimeoutTicks = clock.Ticks(phase.OperationTimeout);
        _deadline = phase.Duration is { } duration ? Start + clock.Ticks(duration) : long.MaxValue;
        var open = phase.Arrivals is not null;
        _series = [.. phase.Shares.Kinds.Order().Select(kind => new KindSeries(kind, phase.NameOf(kind), open))];
        OpenLoop = open ? new OpenLoop(phase.Outstanding) : null;
        Chooser = new OperationChooser(run, phase, items, sequenceBase);
        _recorders = new WorkerRecorder[(int)_series.Max(s => s.Kind) + 1][];
        foreach (var series in _series)
            _recorders[(int)series.Kind] = Recorders(series);
    }

    internal ILoadTarget Target { get; }

    internal long TimeoutTicks { get; }

    internal OpenLoop? OpenLoop { get; }

    internal OperationChooser Chooser { get; }

    internal bool SingleThreaded => _options.SingleThreaded;

    internal RunSpecification Run { get; }

    internal PhaseSpecification Phase { get; }

    internal RunClock Clock { get; }

    internal long Start { get; }

    internal DateTimeOffset StartedUtc { get; }

    internal long Issued => Math.Min(Volatile.Read(ref _taken), _operations);

    internal bool IsStopped => _stop.IsCancellationRequested;

    internal CancellationToken StopToken => _stop.Token;

    internal TimeProvider Time => _options.Time;

    internal OperationLog? Log => _options.Log;

    public void Dispose() => _stop.Dispose();

    /// <summary>Takes the next operation, until the number or the time is used up.</summary>
    internal bool TryTake(long now, out long sequence)
    {
        if (now < _deadline && !_stop.IsCancellationRequested && !Volatile.Read(ref _endsEarly))
        {
            var number = Interlocked.Increment(ref _taken);
            if (number <= _operations)
            {
                sequence = _sequenceBase + number;
                return true;
            }
            Interlocked.Decrement(ref _taken);
        }
        sequence = 0;
        return false;
    }

    /// <summary>Offers the next operation of an open loop.</summary>
    /// <returns>False when there are no more.</returns>
    internal bool Offer(long intended)
    {
        if (!TryTake(intended, out var sequence))
            return false;
        StopIfBehind(OpenLoop!.Offer(new Arrival(intended, sequence)));
        return true;
    }

    internal ArrivalSchedule Schedule(long begin) =>
        new(Phase.Arrivals!, Run.Seed, Run.Generator, begin, Clock.Provider.TimestampFrequency);

    /// <summary>Returns a worker's recorders by kind; those of kinds that the phase lacks are null.</summary>
    internal WorkerRecorder?[] Recorders(int worker) =>
        Array.ConvertAll(_recorders, r => r?[worker % RecordersMax]);

    internal void CountFailure()
    {
        var failures = Interlocked.Increment(ref _failures);
        if (failures == Phase.FailuresMax)
            Stop($"{failures} operations failed");
    }

    internal void CountAbandoned(int count) => Interlocked.Add(ref _abandoned, count);

    /// <summary>An operation was not made, and no other one would be: those under way end, and no more
    /// begin.</summary>
    internal void EndEarly(string reason)
    {
        Interlocked.Increment(ref _notMade);
        Interlocked.CompareExchange(ref _stopped, reason, null);
        Volatile.Write(ref _endsEarly, true);
    }

    internal void Stop(string reason)
    {
        Interlocked.CompareExchange(ref _stopped, reason, null);
        _stop.Cancel();
    }

    private void StopIfBehind(long oldestWaiting)
    {
        if (Phase.Arrivals is { BacklogMax: var limit } arrivals && Clock.Now - oldestWaiting > Clock.Ticks(limit))
        {
            Stop($"the offered rate of {arrivals.Rate:0.###}/s was not sustained: "
                + $"the backlog exceeded {limit.TotalSeconds:0.###} s");
        }
    }

    private WorkerRecorder[] Recorders(KindSeries series)
    {
        var recorders = new WorkerRecorder[Math.Min(Phase.Outstanding, RecordersMax)];
        for (var i = 0; i < recorders.Length; i++)
            recorders[i] = new WorkerRecorder(series, Clock, Start);
        return recorders;
    }

    private void Flush()
    {
        foreach (var series in _series)
        {
            foreach (var recorder in _recorders[(int)series.Kind])
                recorder.Flush();
        }
    }
}
