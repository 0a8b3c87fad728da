using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Output;
using SfPerf.Commands;
using SfPerf.Machine;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Measuring.Series;

/// <summary>Many runs, one after the other on one bench, in a folder of their own. A noisy one is kept apart and
/// measured again while the budget lasts.</summary>
internal sealed class RunSeries : IAsyncDisposable
{
    /// <summary>The most runs that warm up.</summary>
    public const int WarmUpsMax = 5;

    // A run that brings less than 5 % more than the best before it ends the warm-up.
    private const double WarmUpRiseMin = 1.05;

    private readonly SeriesSettings _settings;
    private readonly Terminal _terminal;
    private readonly TextWriter _texts;
    private readonly TextWriter _notes;
    private readonly MeasurementRunner _bench;
    private readonly List<RunRecord> _doubtful = [];
    private int _counted;
    private int _again;

    /// <summary>Makes the folder of all runs, so that nothing is measured in vain.</summary>
    public RunSeries(string name, SeriesSettings settings, Terminal terminal)
    {
        (_settings, _terminal) = (settings, terminal);
        (_texts, _notes) = (settings.Texts(terminal), settings.Notes(terminal));
        _bench = new MeasurementRunner(terminal.Error, TimeProvider.System);
        RunsFolder.Check(settings.Folder);
        Folder = RunFolder.NewGroup(Path.GetFullPath(settings.Folder), name, TimeProvider.System.GetUtcNow());
    }

    /// <summary>Gets what sees each run before it is judged; a test puts noise there that its machine lacks.</summary>
    internal Func<RunRecord, RunRecord> Review { get; init; } = static run => run;

    /// <summary>Gets the folder of these runs.</summary>
    public string Folder { get; }

    /// <summary>Gets the folder as a person would name it: from the current folder if it is in there.</summary>
    public string FolderText => Path.GetRelativePath(Directory.GetCurrentDirectory(), Folder) is var near
        && !near.StartsWith("..", StringComparison.Ordinal) ? near : Folder;

    /// <summary>Measures a plan and saves it.</summary>
    /// <param name="plan">What is measured.</param>
    /// <param name="part">The folder of the run below <see cref="Folder"/>; empty for that one itself.</param>
    /// <param name="labels">The run's labels.</param>
    /// <param name="token">Ends it; what was measured until then is saved.</param>
    /// <param name="spoiled">Whether a run that was noisy, or limited by the driver, is of no use; always unless given.
    /// </param>
    /// <exception cref="SfPerfException">The run could not be measured to its end: a part would not compare.
    /// </exception>
    public async Task<RunRecord> MeasureAsync(RunPlan plan, string part, IReadOnlyDictionary<string, string> labels,
        CancellationToken token, Func<RunRecord, bool>? spoiled = null)
    {
        for (var isFirst = true; ; isFirst = false)
        {
            // Each run is repeated once only: if the noise lasts, the first run must not use up the budget of all.
            var (run, measured, again) = await OnceAsync(plan, part, labels, r => isFirst
                && r is { Status: "complete", Noise.Verdict: NoiseVerdict.Noisy }
                && _again < _settings.Reruns && spoiled?.Invoke(r) != false, token).ConfigureAwait(false);
            Require(measured, token);
            if (!again)
            {
                _counted++;
                if (run.Noise is { IsDoubtful: true } && spoiled?.Invoke(run) != false)
                    _doubtful.Add(run);
                return run;
            }

            _again++;
            await _notes.WriteLineAsync($"noisy: {string.Join("; ", run.Noise!.Reasons)}; measured again, "
                + $"{_again} of at most {_settings.Reruns}").ConfigureAwait(false);
        }
    }

    /// <summary>Runs a plan until its rate no longer rises, so that what is measured afterwards is compiled, connected
    /// and filled. These runs are kept apart and do not count.</summary>
    /// <param name="plan">A run like those that follow.</param>
    /// <param name="token">Ends it.</param>
    /// <returns>The last of the runs.</returns>
    /// <exception cref="SfPerfException">The run could not be measured to its end.</exception>
    public async Task<RunRecord> WarmUpAsync(RunPlan plan, CancellationToken token)
    {
        var labels = new Dictionary<string, string> { ["warm-up"] = plan.Parameters.Name };
        double best = 0;
        for (var i = 1; ; i++)
        {
            var (run, measured, _) = await OnceAsync(
                plan, RunFolder.WarmUpFolderName, labels, static _ => false, token).ConfigureAwait(false);
            Require(measured, token);
            var rate = run.Measured.Sum(p => p.OpsPerSecond);
            await _notes.WriteLineAsync($"warm-up {i}: {Brief(run)}").ConfigureAwait(false);
            if (i == WarmUpsMax || rate < best * WarmUpRiseMin)
                return run;
            best = Math.Max(best, rate);
        }
    }

    /// <summary>Writes how many runs there are, how many were measured again, how many are doubtful all the same, and
    /// where they are.</summary>
    public void WriteSummary()
    {
        if (_counted + _again == 0)
            return;
        var doubtful = Doubtful().ToList();
        _texts.WriteLine($" {_counted} runs, {_again} more measured again for noise"
            + (doubtful.Count > 0 ? $", {string.Join(", ", doubtful)}" : "") + $"; saved in {FolderText}");
        _texts.WriteLine($" as a page: sfperf report {FolderText}");
    }

    /// <summary>Returns the code of an outcome: rejected, with the reason told, where runs that count are doubtful and
    /// the user is strict.</summary>
    public ExitCode Code(ExitCode outcome)
    {
        if (!_settings.IsStrict || Doubtful().ToList() is not { Count: > 0 } some)
            return outcome;
        _terminal.Error.WriteLine($"sfperf: rejected: of {_counted} runs {string.Join(", ", some)}.");
        return ExitCode.Rejected;
    }

    /// <summary>The figures of a run in one line.</summary>
    public static string Brief(RunRecord run) => string.Join("; ", run.Measured.Select(p =>
        string.Create(CultureInfo.InvariantCulture, $"{p.Name} {p.OpsPerSecond:N0} ops/s, mean ")
            + string.Create(CultureInfo.InvariantCulture, $"{p.LatencyMs.Mean:0.##} ms")
            + (p.Failed > 0 ? $", {p.Failed} failed" : "")))
        + (run.Noise is { IsDoubtful: true } noise ? $"; {noise.Verdict}" : "");

    public ValueTask DisposeAsync() => _bench.DisposeAsync();

    private static void Require(Measurement measured, CancellationToken token)
    {
        if (measured.Failure is { } failure)
            throw failure;
        token.ThrowIfCancellationRequested();
        if (!measured.HasFigures)
            throw new SfPerfException(ExitCode.NothingMeasured, measured.NoFigures);
    }

    // A label that the command sets takes precedence over one of the same name that the user gave.
    private Dictionary<string, string> Merge(IReadOnlyDictionary<string, string> labels)
    {
        var all = new Dictionary<string, string>(_settings.Labels);
        foreach (var (name, value) in labels)
            all[name] = value;
        return all;
    }

    private IEnumerable<string> Doubtful() => _doubtful
        .CountBy(r => r.Noise!.Verdict).Select(verdict => $"{verdict.Value} {verdict.Key}");

    private async Task<(RunRecord Run, Measurement Measured, bool Again)> OnceAsync(RunPlan plan, string part,
        IReadOnlyDictionary<string, string> labels, Func<RunRecord, bool> isSpoiled, CancellationToken token)
    {
        using var view = new NotesOnly(_notes);
        var partial = new PartialRun(
            Path.Combine(Folder, part), plan, view, _terminal.Error, TimeProvider.System);
        await using (partial.ConfigureAwait(false))
        {
            var (measured, cluster) = await _bench.RunAsync(plan, partial, token).ConfigureAwait(false);
            var run = Review(RunRecords.Create(plan, measured, cluster) with { Labels = Merge(labels) });
            var again = isSpoiled(run);
            if (again)
            {
                run = run with
                {
                    Events = [.. run.Events ?? [], EventRecord.At(TimeProvider.System.GetUtcNow(),
                    "rerun", "noisy: measured again", run)]
                };
            }

            if (measured.Phases.Count > 0)
                RunsFolder.Save(Path.Combine(Folder, again ? RunFolder.NoisyFolderName : part), run, measured.Phases);
            return (run, measured, again);
        }
    }
}
