using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.LoadGenerator.Running;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Machine;
using SfPerf.Metrics.Results;
using SfPerf.Workload;

namespace SfPerf.Client.Measuring;

/// <summary>Generators in this process, each with a target of its own.</summary>
internal sealed class LocalSession : IRunSession
{
    private readonly Generator[] _generators;
    private readonly int _secondsMax;
    private ProgressBoard? _board;

    public LocalSession(RunParameters parameters, IReadOnlyList<ILoadTarget> targets, TimeProvider time)
    {
        var whole = RunSpecifications.Whole(parameters);
        _secondsMax = parameters.PhaseSecondsMax;
        _generators = new Generator[targets.Count];
        for (var i = 0; i < _generators.Length; i++)
        {
            var number = i;
            var options = new LoadRunnerOptions
            {
                Time = time, ProgressInterval = TimeSpan.FromMilliseconds(250),
                Progress = p => OnProgress(number, p),
            };
            var share = whole.Part(i, targets.Count);
            _generators[i] = new Generator(targets[i], share, new LoadRunner(targets[i], share, options));
        }
    }

    public async Task<PhaseResult?> PrepareAsync(CancellationToken token)
    {
        var results = await Task.WhenAll(_generators.Select(g => g.Runner.PrepareAsync(token))).ConfigureAwait(false);
        return PhaseResult.Combine(results);
    }

    // The driver is this process.
    public MachineReading WithDriver(MachineReading reading) => reading;

    public async Task<IReadOnlyList<PhaseResult>> RunPhaseAsync(
        string phase, IProgressView view, CancellationToken token)
    {
        _board = new ProgressBoard(view, _generators.Length, _secondsMax);
        var results = await Task.WhenAll(_generators.Select(g => g.RunAsync(phase, token))).ConfigureAwait(false);
        return PhaseSums.Combine(results);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var generator in _generators)
            await generator.Target.DisposeAsync().ConfigureAwait(false);
    }

    private void OnProgress(int generator, LoadGenerator.Running.RunProgress progress) =>
        _board?.Report(generator, new ProgressSample(progress.Phase, progress.Kinds.Sum(k => k.Operations),
            progress.Kinds.Sum(k => k.Failed), progress.Total ?? 0, progress.Elapsed.TotalSeconds)
        {
            Kinds = progress.Kinds, UnderWay = progress.UnderWay, LateStarts = progress.LateStarts,
        });

    private sealed record Generator(ILoadTarget Target, RunSpecification Share, LoadRunner Runner)
    {
        public async Task<List<PhaseResult>> RunAsync(string phase, CancellationToken token)
        {
            var results = new List<PhaseResult>();
            foreach (var part in Share.Phases.Where(p => p.Name == phase || p.Name == PhaseNames.WarmUp(phase)
                || (phase != PhaseNames.Read && p.Name == PhaseNames.Load)))
            {
                results.AddRange(await Runner.RunPhaseAsync(part, token).ConfigureAwait(false));
            }

            return results;
        }
    }
}
