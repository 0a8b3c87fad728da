using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Contracts;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Metrics.Results;
using SfPerf.Platform.Logging;
using SfPerf.Workload;
using RunProgress = SfPerf.Contracts.RunProgress;
using RunResult = SfPerf.Contracts.RunResult;

namespace SfPerf.LoadDriver.Runs;

/// <summary>Represents one run of this generator: prepares at once, then runs each phase when told to.</summary>
internal sealed class Run : IAsyncDisposable
{
    private static readonly TimeSpan ProgressInterval = TimeSpan.FromMilliseconds(250);
    private readonly Lock _gate = new();
    private readonly RunRequest _request;
    private readonly ILoadTarget _target;
    private readonly LoadRunner _runner;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _cancel = new();
    private readonly UsageMeter _usage = new();
    private readonly List<PhaseResult> _results = [];
    private readonly HashSet<string> _started = [PhaseNames.Prepare];
    private RunProgress _progress = new() { Version = 1, Phase = PhaseNames.Prepare, State = RunState.Running };
    private TaskCompletionSource _changed = NewSignal();
    private Task _work;
    private long _seenAt;

    public Run(RunRequest request, ILoadTarget target, TimeProvider time)
    {
        _request = request;
        _target = target;
        _time = time;
        _seenAt = time.GetTimestamp();
        Since = time.GetUtcNow();
        var options = new LoadRunnerOptions { Time = time, Progress = OnProgress, ProgressInterval = ProgressInterval };
        _runner = new LoadRunner(target, RunRequestReader.Specification(request), options);
        _work = Task.Run(() => ExecuteAsync(async () =>
            [await _runner.PrepareAsync(_cancel.Token).ConfigureAwait(false)]));
    }

    /// <summary>Gets when the run was accepted.</summary>
    public DateTimeOffset Since { get; }

    /// <summary>Gets whether it prepares, measures or waits for a phase.</summary>
    public bool IsLive
    {
        get
        {
            lock (_gate)
                return _progress.State is RunState.Running or RunState.Waiting;
        }
    }

    /// <summary>Gets the service that it measures.</summary>
    public string ServiceName => _request.ServiceName;

    /// <summary>Gets who measures, for people.</summary>
    public string Owner => _request.Owner is { Length: > 0 } owner ? owner : "a client that gave no name";

    /// <summary>Gets how long nobody has asked for this run.</summary>
    public TimeSpan Unseen => _time.GetElapsedTime(Volatile.Read(ref _seenAt));

    /// <summary>Gets the end of what the run does now.</summary>
    public Task Work
    {
        get
        {
            lock (_gate)
                return _work;
        }
    }

    /// <summary>Starts a phase, unless it was started before.</summary>
    /// <exception cref="InvalidOperationException">The run does not wait for a phase.</exception>
    public void StartPhase(string name)
    {
        lock (_gate)
        {
            if (_started.Contains(name))
                return;
            if (_progress.State != RunState.Waiting)
            {
                throw new InvalidOperationException(
                    $"Phase {name} cannot start: the run is {_progress.State} in phase {_progress.Phase}. "
                    + _progress.Error);
            }

            var phases = Phases(name);
            _started.Add(name);
            Publish(new RunProgress { Phase = name, State = RunState.Running, Total = phases[^1].Operations ?? 0 });
            _work = Task.Run(() => ExecuteAsync(() => RunPhasesAsync(phases)));
        }
    }

    /// <summary>Returns the progress as soon as it is newer than a version, at the latest after a wait.</summary>
    public async Task<RunProgress> ProgressAsync(long version, TimeSpan wait)
    {
        Volatile.Write(ref _seenAt, _time.GetTimestamp());
        Task changed;
        lock (_gate)
        {
            if (_progress.Version > version)
                return _progress;
            changed = _changed.Task;
        }

        await Task.WhenAny(changed, Task.Delay(wait, _time)).ConfigureAwait(false);
        Volatile.Write(ref _seenAt, _time.GetTimestamp());
        lock (_gate)
            return _progress;
    }

    /// <summary>Ends what the run does, or its wait for a phase: no phase starts after it.</summary>
    public void Cancel()
    {
        _cancel.Cancel();
        lock (_gate)
        {
            if (_progress.State == RunState.Waiting)
                PublishEnd(RunState.Cancelled, error: null);
        }
    }

    public RunResult Result()
    {
        Volatile.Write(ref _seenAt, _time.GetTimestamp());
        lock (_gate)
        {
            return new RunResult
            {
                State = _progress.State,
                Error = _progress.Error,
                Phases = [.. _results.Select(r => PhaseResultCodec.Encode(r))],
                ProcessorSeconds = _usage.ProcessorSeconds,
                AllocatedBytes = _usage.AllocatedBytes,
                CollectionPauseSeconds = _usage.PauseSeconds,
            };
        }
    }

    /// <summary>Returns the sum of a phase in the original's form.</summary>
    public TestResults Sum(string phase)
    {
        lock (_gate)
        {
            if (_progress.State == RunState.Failed)
                throw new InvalidOperationException(_progress.Error);
            var result = _results.Single(r => r.Name == phase);
            return new TestResults
            {
                TotalOperationsPerformed = result.Operations,
                OperationLatency100NanoSecRunningTotal = result.Latency.Sum / 100,
            };
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _cancel.CancelAsync().ConfigureAwait(false);
        await Work.ConfigureAwait(false);
        await _target.DisposeAsync().ConfigureAwait(false);
        _cancel.Dispose();
    }

    private List<PhaseSpecification> Phases(string name) => RunRequestReader.Phases(_request, name);

    private async Task<List<PhaseResult>> RunPhasesAsync(List<PhaseSpecification> phases)
    {
        var results = new List<PhaseResult>();
        foreach (var phase in phases)
            results.AddRange(await _runner.RunPhaseAsync(phase, _cancel.Token).ConfigureAwait(false));
        return results;
    }

    // The one place where a phase's outcome becomes the run's state; never throws.
    private async Task ExecuteAsync(Func<Task<List<PhaseResult>>> work)
    {
        var state = RunState.Failed;
        string? error = null;
        try
        {
            var results = await work().ConfigureAwait(false);
            state = RunState.Waiting;
            lock (_gate)
                _results.AddRange(results);
        }
        catch (OperationCanceledException) when (_cancel.IsCancellationRequested)
        {
            state = RunState.Cancelled;
        }
        catch (TargetUnreachableException e)
        {
            error = e.InnerException?.GetBaseException() is MissingMethodException
                ? $"{ServiceName} does not have the contract {TargetNames.ContractOf(_request.Target)}, which "
                    + $"{_request.Target} calls." : e.Message;
        }
        catch (Exception e)
        {
            error = $"{e.GetType().Name}: {e.Message}";
            EventLog.OfProcess.RunFailed(ServiceName, e);
        }

        lock (_gate)
        {
            // Under the gate, so that a cancellation is seen here or finds the run waiting.
            var isCancelled = state == RunState.Waiting && _cancel.IsCancellationRequested;
            PublishEnd(isCancelled ? RunState.Cancelled : state, error);
        }
    }

    private void OnProgress(LoadGenerator.Running.RunProgress progress)
    {
        lock (_gate)
        {
            Publish(new RunProgress
            {
                Phase = progress.Phase, State = RunState.Running, Total = progress.Total ?? 0,
                Completed = progress.Kinds.Sum(k => k.Operations), Failed = progress.Kinds.Sum(k => k.Failed),
                Seconds = progress.Elapsed.TotalSeconds, UnderWay = progress.UnderWay,
                LateStarts = progress.LateStarts.ToArray(),
                Kinds = [.. progress.Kinds.Select(k => new KindProgress
                {
                    Name = k.Name, Latency = k.Latency.ToArray(),
                    Failures = k.Failures.ToDictionary(f => f.Key, f => f.Value.ToArray()),
                })],
            });
        }
    }

    // Under the gate.
    private void PublishEnd(RunState state, string? error) => Publish(new RunProgress
    {
        Phase = _progress.Phase, State = state, Error = error, Completed = _progress.Completed,
        Failed = _progress.Failed, Total = _progress.Total, Seconds = _progress.Seconds,
        Kinds = _progress.Kinds, LateStarts = _progress.LateStarts,
    });

    // Under the gate. A published object is never changed: callers hold it.
    private void Publish(RunProgress progress)
    {
        progress.Version = _progress.Version + 1;
        _progress = progress;
        var changed = _changed;
        _changed = NewSignal();
        changed.SetResult();
    }

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
