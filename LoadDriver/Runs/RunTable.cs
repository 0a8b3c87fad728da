using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Contracts;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Platform.Logging;

namespace SfPerf.LoadDriver.Runs;

/// <summary>
/// The runs of this generator by id. One that nobody has asked for is cancelled and forgotten: its client is gone, and
/// the load would falsify the next run.
/// </summary>
internal sealed class RunTable : IAsyncDisposable
{
    private const int RunsMaximum = 256;
    private static readonly TimeSpan UnseenMaximum = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan SweepInterval = TimeSpan.FromSeconds(5);
    private readonly Lock _gate = new();
    private readonly Dictionary<string, Run> _runs = [];
    private readonly Func<RunRequest, ILoadTarget> _createTarget;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _sweep;

    public RunTable(Func<RunRequest, ILoadTarget> createTarget, TimeProvider time)
    {
        _createTarget = createTarget;
        _time = time;
        _sweep = SweepAsync();
    }

    /// <summary>Starts a run, or does nothing when it was started before.</summary>
    /// <exception cref="InvalidOperationException">Another client's run measures the same service: the two would
    /// overwrite each other's keys, take what they then read for lost writes, and share its speed.</exception>
    public void Start(string runId, RunRequest request)
    {
        ArgumentException.ThrowIfNullOrEmpty(runId);
        RunRequestCheck.ThrowIfInvalid(request);
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_stop.IsCancellationRequested, this);
            if (_runs.ContainsKey(runId))
                return;
            if (_runs.Count >= RunsMaximum)
                throw new InvalidOperationException($"{RunsMaximum} runs are under way; remove one first.");
            if (_runs.FirstOrDefault(r => r.Value.ServiceName == request.ServiceName && r.Value.IsLive
                && !IsOfSameClient(r.Key, runId)) is { Value: { } other })
            {
                throw new InvalidOperationException(Refusal(other));
            }

            _runs.Add(runId, new Run(request, _createTarget(request), _time));
        }
    }

    public Run Get(string runId)
    {
        lock (_gate)
        {
            return _runs.TryGetValue(runId, out var run) ? run : throw new KeyNotFoundException(
                $"Run {runId} is not known here: it was removed, or the load driver started anew.");
        }
    }

    /// <summary>Ends a run and forgets it; an unknown one is no error.</summary>
    public async Task RemoveAsync(string runId)
    {
        Run? run;
        lock (_gate)
            _runs.Remove(runId, out run);
        if (run is not null)
            await run.DisposeAsync().ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        string[] ids;
        lock (_gate)
        {
            if (_stop.IsCancellationRequested)
                return;
            _stop.Cancel();
            ids = [.. _runs.Keys];
        }

        await _sweep.ConfigureAwait(false);
        foreach (var id in ids)
            await ForgetAsync(id, unseen: false).ConfigureAwait(false);
        _stop.Dispose();
    }

    private async Task SweepAsync()
    {
        using var timer = new PeriodicTimer(SweepInterval, _time);
        var ending = new List<Task>();
        try
        {
            while (await timer.WaitForNextTickAsync(_stop.Token).ConfigureAwait(false))
            {
                string[] forgotten;
                lock (_gate)
                    forgotten = [.. _runs.Where(r => r.Value.Unseen > UnseenMaximum).Select(r => r.Key)];
                ending.RemoveAll(t => t.IsCompleted);
                // The runs end at the same time: one that takes long must not delay the next one.
                ending.AddRange(forgotten.Select(id => ForgetAsync(id, unseen: true)));
            }
        }
        catch (OperationCanceledException)
        {
            // The table is closing.
        }

        await Task.WhenAll(ending).ConfigureAwait(false);
    }

    // A client numbers the runs of its generators: ID-0, ID-1.
    private static bool IsOfSameClient(string run, string other) => ClientOf(run) == ClientOf(other);

    private static string ClientOf(string run) => run.LastIndexOf('-') is > 0 and var end ? run[..end] : run;

    private static string Refusal(Run other) => string.Create(CultureInfo.InvariantCulture,
        $"{other.ServiceName} has been measured by {other.Owner} since {other.Since:yyyy-MM-dd HH:mm:ss} UTC, and two "
        + $"at once would overwrite each other's keys. Wait for its end; a run whose client is gone ends "
        + $"{UnseenMaximum.TotalSeconds:0} s after it was last asked for.");

    // Never throws: one run that cannot be ended in order must not keep the others here for ever.
    private async Task ForgetAsync(string runId, bool unseen)
    {
        try
        {
            if (unseen)
                EventLog.OfProcess.RunForgotten(runId, UnseenMaximum.TotalSeconds);
            await RemoveAsync(runId).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            EventLog.OfProcess.RunNotEnded(runId, e);
        }
    }
}
