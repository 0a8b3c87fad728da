using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Recording;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Workloads;
using SfPerf.Metrics.Results;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Runs the phases of one run against one target. Either <see cref="RunAsync"/>, or <see cref="PrepareAsync"/>
/// and then each phase by itself; one call at a time.</summary>
public sealed class LoadRunner
{
    private readonly ILoadTarget _target;
    private readonly RunSpecification _specification;
    private readonly LoadRunnerOptions _options;
    private readonly RunClock _clock;
    private readonly ItemSpace _items;
    private long _sequence;
    private bool _prepared;

    /// <summary>Makes a runner. The caller keeps owning the target.</summary>
    public LoadRunner(ILoadTarget target, RunSpecification specification, LoadRunnerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(specification);
        _target = target;
        _specification = specification;
        _options = options ?? new LoadRunnerOptions();
        _clock = new RunClock(_options.Time);
        _items = new ItemSpace(specification.Items, specification.InsertsMax);
    }

    /// <summary>Prepares and runs every phase.</summary>
    /// <param name="token">Ends the run early; what was measured until then is returned, not thrown away.</param>
    /// <exception cref="TargetUnreachableException">Preparing failed.</exception>
    public async Task<RunResult> RunAsync(CancellationToken token)
    {
        var started = _options.Time.GetUtcNow();
        var results = new List<PhaseResult>();
        try
        {
            results.Add(await PrepareAsync(token).ConfigureAwait(false));
            foreach (var phase in _specification.Phases)
            {
                if (token.IsCancellationRequested)
                    break;
                results.AddRange(await RunPhaseAsync(phase, token).ConfigureAwait(false));
            }
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            return new RunResult(started, results, Cancelled: true);
        }
        return new RunResult(started, results, token.IsCancellationRequested);
    }

    /// <summary>Prepares the target and makes first contact with each partition by one write.</summary>
    /// <returns>One operation a partition. <see cref="PhaseResult.FirstOperation"/> is the time from the beginning
    /// until the first write was acknowledged, resolving included: what the first user of a cold store waits.</returns>
    /// <exception cref="TargetUnreachableException">The target could not be prepared in time.</exception>
    public async Task<PhaseResult> PrepareAsync(CancellationToken token)
    {
        if (_prepared)
            throw new InvalidOperationException("The target is prepared already.");
        var preparation = new PreparePhase(_target, _specification, _options, _clock);
        var result = await preparation.RunAsync(NextSequence, token).ConfigureAwait(false);
        _prepared = true;
        return result;
    }

    /// <summary>Runs one phase.</summary>
    /// <param name="phase">Need not be one of the specification's.</param>
    /// <param name="token">Ends the phase early; what was measured until then is returned.</param>
    /// <returns>One result for each kind of operation.</returns>
    public async Task<IReadOnlyList<PhaseResult>> RunPhaseAsync(PhaseSpecification phase, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(phase);
        if (!_prepared)
            throw new InvalidOperationException("The target is not prepared.");
        if (phase.Operations is null && phase.Duration is null)
            throw new ArgumentException($"Phase {phase.Name} has neither a number of operations nor a duration.");
        if (phase.Shares.Of(OperationKind.Scan) > 0 && (_target is not IScanTarget || _specification.ScanRowsMax == 0))
        {
            throw new ArgumentException(_target is IScanTarget
                ? $"Phase {phase.Name} has scans; allowed: a run whose {nameof(RunSpecification.ScanRowsMax)} is 1 or "
                    + "more."
                : $"Phase {phase.Name} has scans, and {_target.GetType().Name} has none.");
        }

        using var execution = new PhaseExecution(_target, _specification, phase, _items, _options, _clock, _sequence);
        var results = await execution.RunAsync(token).ConfigureAwait(false);
        _sequence += execution.Issued;
        return results;
    }

    private long NextSequence() => ++_sequence;
}
