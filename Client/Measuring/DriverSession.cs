using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.Commands;
using SfPerf.Contracts;
using SfPerf.Machine;
using SfPerf.Metrics.Histograms;
using SfPerf.Metrics.Results;
using KindProgress = SfPerf.LoadGenerator.Recording.KindProgress;

namespace SfPerf.Client.Measuring;

/// <summary>Generators in the load drivers of a cluster. Phases start together: each waits for all to end.</summary>
internal sealed class DriverSession : IRunSession
{
    private static readonly TimeSpan CancelTimeout = TimeSpan.FromSeconds(15);
    private const int PollMilliseconds = 1000;
    private readonly RunParameters _parameters;
    private readonly IReadOnlyList<DriverConnection> _drivers;
    private readonly string _service;
    private readonly string _runId = Guid.NewGuid().ToString("N");
    private readonly HashSet<string> _taken = [];

    // What the load drivers had used when the last phase ended.
    private IReadOnlyList<RunResult> _usage = [];

    public DriverSession(RunParameters parameters, IReadOnlyList<DriverConnection> drivers, string service)
    {
        _parameters = parameters;
        _drivers = drivers;
        _service = service;
    }

    public async Task<PhaseResult?> PrepareAsync(CancellationToken token)
    {
        await AllAsync((d, i) => d.CallAsync(
            c => c.StartRunAsync(Id(i), RunSpecifications.Request(_parameters, i, _service)), token))
            .ConfigureAwait(false);
        await AllAsync((_, i) => FollowAsync(i, null, token)).ConfigureAwait(false);
        return (await CollectAsync(token).ConfigureAwait(false)).SingleOrDefault();
    }

    // The drivers' counters begin with the run. The busiest driver stands for all.
    public MachineReading WithDriver(MachineReading reading) => reading with
    {
        ProcessorSeconds = _usage.Select(u => u.ProcessorSeconds).DefaultIfEmpty().Max(),
        CollectorPauseSeconds = _usage.Select(u => u.CollectionPauseSeconds).DefaultIfEmpty().Max(),
    };

    public async Task<IReadOnlyList<PhaseResult>> RunPhaseAsync(
        string phase, IProgressView view, CancellationToken token)
    {
        var board = new ProgressBoard(view, _drivers.Count, _parameters.PhaseSecondsMax);
        try
        {
            await AllAsync((d, i) => d.CallAsync(c => c.StartPhaseAsync(Id(i), phase), token)).ConfigureAwait(false);
            await AllAsync((_, i) => FollowAsync(i, board, token)).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            return await CancelAsync().ConfigureAwait(false);
        }

        return await CollectAsync(token).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        using var limit = new CancellationTokenSource(CancelTimeout);
        try
        {
            await AllAsync((d, i) => d.CallAsync(c => c.RemoveRunAsync(Id(i)), limit.Token)).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SfPerfException or OperationCanceledException)
        {
            // A driver that is gone has no run left, and one that lives drops a run that nobody asks for.
        }
    }

    private string Id(int generator) => $"{_runId}-{generator}";

    private Task AllAsync(Func<DriverConnection, int, Task> action) =>
        Task.WhenAll(_drivers.Select(action));

    private async Task<IReadOnlyList<PhaseResult>> CancelAsync()
    {
        using var limit = new CancellationTokenSource(CancelTimeout);
        await AllAsync((d, i) => d.CallAsync(c => c.CancelRunAsync(Id(i)), limit.Token)).ConfigureAwait(false);
        await AllAsync((_, i) => FollowAsync(i, null, limit.Token)).ConfigureAwait(false);
        return await CollectAsync(limit.Token).ConfigureAwait(false);
    }

    // Ends when the generator's phase does.
    private async Task FollowAsync(int generator, ProgressBoard? board, CancellationToken token)
    {
        long version = 0;
        while (true)
        {
            var progress = await _drivers[generator].CallAsync(
                c => c.GetProgressAsync(Id(generator), version, PollMilliseconds), token).ConfigureAwait(false);
            version = progress.Version;
            if (progress.Total > 0)
                board?.Report(generator, Sample(progress));
            if (progress.State == RunState.Failed)
                throw new SfPerfException(ExitCode.Unreachable, progress.Error ?? "The load driver gave no reason.");
            if (progress.State != RunState.Running)
                return;
        }
    }

    private static ProgressSample Sample(Contracts.RunProgress progress) =>
        new(progress.Phase, progress.Completed, progress.Failed, progress.Total, progress.Seconds)
        {
            UnderWay = progress.UnderWay, LateStarts = LatencyBands.Of(progress.LateStarts),
            Kinds = [.. (progress.Kinds ?? []).Select(k => new KindProgress(k.Name, LatencyBands.Of(k.Latency),
                k.Failures.ToDictionary(f => f.Key, f => LatencyBands.Of(f.Value))))],
        };

    // Returns the phases that were not returned before.
    private async Task<IReadOnlyList<PhaseResult>> CollectAsync(CancellationToken token)
    {
        _usage = await Task.WhenAll(_drivers.Select((d, i) =>
            d.CallAsync(c => c.GetResultAsync(Id(i)), token))).ConfigureAwait(false);
        var sums = PhaseSums.Combine(_usage.Select(r => r.Phases.ConvertAll(PhaseResultCodec.Decode)));
        return [.. sums.Where(s => _taken.Add(s.Name))];
    }
}
