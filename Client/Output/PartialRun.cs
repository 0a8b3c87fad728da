using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Measuring;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;
using SfPerf.Scenarios;

namespace SfPerf.Client.Output;

/// <summary>Keeps <c>partial.json</c> in the folder of a run while it goes on: what is left when this process dies.
/// It is fed by the progress, so an operation knows nothing of it, and written by a thread that nobody waits for.
/// </summary>
/// <param name="root">The folder of all runs.</param>
/// <param name="plan">The run.</param>
/// <param name="view">Shown the progress as well.</param>
/// <param name="warnings">Told when the file cannot be written; the run goes on.</param>
/// <param name="time">The clock.</param>
internal sealed class PartialRun(
    string root, RunPlan plan, IProgressView view, TextWriter warnings, TimeProvider time)
    : IProgressView, IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);
    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly List<PhaseRecord> _ended = [];

    // Guarded by the gate.
    private readonly Queue<PhaseResult> _results = [];
    private ProgressSample? _latest;

    private RunRecord? _run;
    private string _file = "";
    private Task _work = Task.CompletedTask;

    /// <summary>Writes the file for the first time and goes on until disposed.</summary>
    public void Begin(string id, DateTimeOffset startedUtc)
    {
        _run = RunRecords.Create(plan, new Measurement(id, startedUtc), ClusterFacts.None) with
        {
            Status = RunRecord.Incomplete,
        };
        _file = Path.Combine(
            RunFolder.PathOf(root, startedUtc, plan.Parameters.Name, id), RunFolder.PartialFileName);
        if (Write())
            _work = WriteAsync();
    }

    /// <summary>Takes the results of a phase that has ended.</summary>
    public void End(IReadOnlyList<PhaseResult> results)
    {
        lock (_gate)
        {
            foreach (var result in results)
                _results.Enqueue(result);
            _latest = null;
        }
    }

    public void Show(in ProgressSample sample)
    {
        lock (_gate)
            _latest = sample;
        view.Show(sample);
    }

    public void Note(string text) => view.Note(text);

    public void Finish() => view.Finish();

    // The view belongs to the caller, who disposes it.
    public void Dispose() => Finish();

    /// <summary>Removes the file, and the folder where nothing was saved: whoever is still here has told the outcome.
    /// </summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _work.ConfigureAwait(false);
        _stop.Dispose();
        var folder = Path.GetDirectoryName(_file);
        if (!Directory.Exists(folder))
            return;
        File.Delete(_file);
        if (!Directory.EnumerateFileSystemEntries(folder).Any())
            Directory.Delete(folder);
    }

    private async Task WriteAsync()
    {
        using var timer = new PeriodicTimer(Interval, time);
        try
        {
            // A write may wait for the disk, which the store keeps busy: not on a thread that operations need.
            while (await timer.WaitForNextTickAsync(_stop.Token).ConfigureAwait(false)
                && await DedicatedThread.RunAsync(Write).ConfigureAwait(false))
            {
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // The run has ended.
        }
    }

    private bool Write()
    {
        try
        {
            WholeFile.Replace(_file, RunFolder.ToJson(Record()));
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            warnings.WriteLine($"sfperf: {_file} cannot be written: {e.Message} The run goes on without it.");
            return false;
        }
    }

    private RunRecord Record()
    {
        ProgressSample? latest;
        PhaseResult[] results;
        lock (_gate)
        {
            latest = _latest;
            results = [.. _results];
            _results.Clear();
        }

        _ended.AddRange(results.Select(PhaseRecord.From));
        return _run! with { Phases = _ended, UnderWay = UnderWay(latest) };
    }

    private UnderWayRecord UnderWay(ProgressSample? latest) =>
        latest is not { } sample ? new UnderWayRecord { WrittenUtc = time.GetUtcNow() } : new UnderWayRecord
        {
            WrittenUtc = time.GetUtcNow(), Phase = sample.Phase, Seconds = sample.Seconds, Total = sample.Total,
            Operations = sample.Kinds.ToDictionary(k => k.Name, k => k.Operations),
            Errors = sample.Kinds.SelectMany(k => k.Failures).GroupBy(f => f.Key)
                .ToDictionary(f => f.Key, f => f.Sum(b => b.Value.Count)),
        };
}
