using System;
using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Machine;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Thresholds;
using SfPerf.Scenarios;

namespace SfPerf.Client.Measuring.Series;

/// <summary>Measures what a search of the capacity asks for.</summary>
internal sealed class CapacitySearchRun(Threshold bound, CapacityTry trial, Func<long?, RunPlan> planOf,
    RunSeries series, double tolerance, SeriesSettings settings, Terminal terminal)
{
    private const double HighestRate = 10_000_000;
    private readonly List<CapacityTried> _tries = [];
    private CapacitySearch? _search;

    /// <summary>Searches, and writes the outcome: also as far as it came when it is ended early.</summary>
    public async Task<ExitCode> RunAsync(int? from, CancellationToken token)
    {
        try
        {
            var closed = await series.WarmUpAsync(planOf(null), token).ConfigureAwait(false);
            _search = new CapacitySearch(
                from ?? Math.Clamp(trial.RateOf(closed) / 2, 1, HighestRate), HighestRate, tolerance, trial.LowestRate);
            while (!_search.Ended)
                await TryAsync(_search, token).ConfigureAwait(false);
        }
        finally
        {
            if (_search is not null)
                await WriteAsync(CapacityAnswer.Of(_tries, _search)).ConfigureAwait(false);
            series.WriteSummary();
        }

        var answer = CapacityAnswer.Of(_tries, _search);
        if (answer.IsDecided)
            return answer.Kept is null ? ExitCode.ThresholdFailed : ExitCode.Ok;
        var remedy = answer is { DriverWasTheLimit: false, MachineWasNoisy: false }
            ? string.Create(CultureInfo.InvariantCulture, $" Longer tries scatter less: --seconds {4 * trial.Seconds}.")
            : "";
        await terminal.Error.WriteLineAsync($"sfperf: rejected: {answer.Objection}.{remedy}").ConfigureAwait(false);
        return ExitCode.Rejected;
    }

    private async Task WriteAsync(CapacityAnswer answer)
    {
        await settings.Texts(terminal).WriteLineAsync($"{bound.Text}: {answer.Reason}").ConfigureAwait(false);
        if (settings.IsJson)
        {
            await terminal.Out.WriteAsync(CapacityJson.Write(bound, _tries, answer, series.Folder))
                .ConfigureAwait(false);
        }
    }

    private async Task TryAsync(CapacitySearch search, CancellationToken token)
    {
        var rate = (long)search.Rate;
        var plan = planOf(rate);
        var begun = TimeProvider.System.GetTimestamp();
        // Noise can break a promise but cannot keep one, so only a try that failed is repeated for it.
        var labels = new Dictionary<string, string>
        {
            [CapacityRule.Label] = rate.ToString(CultureInfo.InvariantCulture),
        };
        var run = await series.MeasureAsync(plan, "", labels, token, r => !trial.Keeps(r, plan)).ConfigureAwait(false);
        search.Report(trial.Keeps(run, plan));
        _tries.Add(new CapacityTried(rate, trial.Objection(run, plan), run.Noise?.Verdict)
        {
            DriverLimits = run.Noise is { Verdict: NoiseVerdict.DriverBound } noise ? noise.Reasons : [],
        });
        var left = search.TriesLeft * TimeProvider.System.GetElapsedTime(begun);
        await settings.Notes(terminal).WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{rate:N0}/s: ")
            + $"{trial.Text(run, plan)}; {RunSeries.Brief(run)}"
            + (left is { Ticks: > 0 } rest ? $"; about {RemainingTime.Text(rest)} left" : "")).ConfigureAwait(false);
    }
}
