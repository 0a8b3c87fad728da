using System;
using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Machine;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Thresholds;
using SfPerf.Scenarios;

namespace SfPerf.Client.Measuring.Series;

/// <summary>Measures what a search of the capacity asks for.</summary>
internal sealed class CapacitySearchRun(Threshold bound, CapacityTry trial, Func<long?, RunPlan> planOf,
    RunSeries series, double tolerance, SeriesSettings settings, Terminal terminal)
{
    private const double HighestRate = 10_000_000;
    private CapacitySearch? _search;
    private readonly List<CapacityTried> _tries = [];
    private bool _driverWasTheLimit;

    /// <summary>Searches, and writes the outcome: also as far as it came when it is ended early.</summary>
    public async Task<ExitCode> RunAsync(int? from, CancellationToken token)
    {
        try
        {
            _search = new CapacitySearch(
                from ?? await ClosedLoopAsync(token).ConfigureAwait(false) / 2, HighestRate, tolerance);
            while (!_search.Ended)
                await TryAsync(_search, token).ConfigureAwait(false);
        }
        finally
        {
            if (_search is not null)
                await settings.Texts(terminal).WriteLineAsync($"{bound.Text}: {Outcome(_search)}")
                    .ConfigureAwait(false);
            if (_search is not null && settings.IsJson)
                await terminal.Out.WriteAsync(Json(_search)).ConfigureAwait(false);
            series.WriteSummary();
        }

        return _search.Largest > 0 ? ExitCode.Ok : ExitCode.ThresholdFailed;
    }

    private async Task<double> ClosedLoopAsync(CancellationToken token)
    {
        var run = await MeasureAsync(planOf(null), "closed", null, token).ConfigureAwait(false);
        await settings.Notes(terminal).WriteLineAsync($"closed loop: {RunSeries.Brief(run)}").ConfigureAwait(false);
        return Math.Clamp(trial.RateOf(run), 2, HighestRate);
    }

    private async Task TryAsync(CapacitySearch search, CancellationToken token)
    {
        var rate = (long)Math.Max(1, Math.Round(search.Rate));
        var plan = planOf(rate);
        var begun = TimeProvider.System.GetTimestamp();
        // Noise makes promises break; one that was kept all the same is kept.
        var run = await MeasureAsync(plan, rate.ToString(CultureInfo.InvariantCulture),
            r => !trial.Keeps(r, plan), token).ConfigureAwait(false);
        var kept = trial.Keeps(run, plan);
        search.Report(kept);
        _tries.Add(new CapacityTried(rate, trial.Objection(run, plan), run.Noise?.Verdict));
        if (!kept)
            _driverWasTheLimit = run.Noise is { Verdict: NoiseVerdict.DriverBound };
        var left = search.RatesLeft * 2 * TimeProvider.System.GetElapsedTime(begun);
        await settings.Notes(terminal).WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{rate:N0}/s: ")
            + $"{trial.Text(run, plan)}; {RunSeries.Brief(run)}"
            + (left is { Ticks: > 0 } rest ? $"; about {RemainingTime.Text(rest)} left" : "")).ConfigureAwait(false);
    }

    private Task<RunRecord> MeasureAsync(
        RunPlan plan, string label, Func<RunRecord, bool>? spoiled, CancellationToken token) =>
        series.MeasureAsync(plan, "", new Dictionary<string, string> { ["capacity"] = label }, token, spoiled);

    private string Json(CapacitySearch search) => CapacityJson.Write(bound, _tries, new CapacityAnswer(
        search.Largest > 0 ? search.Largest : null,
        double.IsFinite(search.SmallestFailed) ? search.SmallestFailed : null, search.Ended, _driverWasTheLimit,
        Outcome(search)), series.Folder);

    private string Outcome(CapacitySearch search)
    {
        if (search.Largest == 0)
            return search.Ended ? "broken at every rate that was tried" : "ended before any rate was decided";
        var kept = string.Create(CultureInfo.InvariantCulture, $"kept at {search.Largest:N0}/s");
        return double.IsInfinity(search.SmallestFailed)
            ? $"{kept}, the highest rate that was {(search.Ended ? "tried" : "decided")}"
            : kept + string.Create(CultureInfo.InvariantCulture, $", broken at {search.SmallestFailed:N0}/s")
                + (_driverWasTheLimit ? ", where the driver was the limit: the store may keep more" : "")
                + (search.Ended ? "" : " (ended early)");
    }
}
