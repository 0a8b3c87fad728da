using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Measuring;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Output;
using SfPerf.Commands;
using SfPerf.Reports.Comparison;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf sweep FILE --axis NAME=1..512x2</c>: every value, repeated in turn.</summary>
internal static class SweepCommand
{
    private const string UntilKnee = "knee";

    public static Command Build(Terminal terminal, string[] overrides)
    {
        var axes = new Option<string[]>("--axis")
        {
            Description = "A parameter and its values, NAME=1,2,4 or NAME=1..512x2; may be repeated. Without it: the "
                + "Axes of the file.",
            HelpName = "NAME=VALUES", DefaultValueFactory = _ => [],
        };
        var repeats = new Option<int>("--repeats")
        {
            Description = "Runs of each value, in turn with the others, 1 to 100; every second pass goes backwards.",
            HelpName = "N", DefaultValueFactory = _ => 3,
        };
        var until = new Option<string?>("--until")
        {
            Description = "knee: stops going up when two values in a row raise the rate by less than 5 %.",
        };
        until.AcceptOnlyFromAmong(UntilKnee);
        var command = new Command("sweep",
            "Measures every value of a parameter, finds the knee, and fits the universal scalability law.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: false);
        arguments.AddCollector(command);
        foreach (var option in new Option[] { axes, repeats, until })
            command.Options.Add(option);
        var options = new SeriesOptions(command, seconds: 3, secondsMin: 0);
        command.SetAction(async (parsed, token) =>
        {
            SeriesOptions.Require(parsed, repeats, 1, 100);
            var settings = options.Read(parsed);
            if (arguments.Load(parsed, terminal) is not { } whole)
                return (int)ExitCode.BadParameters;
            var chosen = Axes(parsed.GetRequiredValue(axes), whole, parsed.GetValue(until) is not null);
            var points = new List<SweepPoint>();
            foreach (var values in SweepAxis.Combine(chosen))
            {
                var given = SweepPoint.Assignments(values).ToArray();
                if (arguments.LoadGiven(parsed, terminal, axes.Name, given) is not { } plan
                    || arguments.Load(parsed, terminal, [.. given, .. options.Limit(parsed, plan.Parameters)])
                        is not { } limited)
                {
                    return (int)ExitCode.BadParameters;
                }

                points.Add(new SweepPoint(values, limited));
            }

            if (settings.IsDryRun)
            {
                DryRun.Write(points[0].Plan, [Plan(points, parsed.GetValue(repeats))], terminal.Out);
                return (int)ExitCode.Ok;
            }

            return await RunAsync(points, parsed.GetValue(repeats), parsed.GetValue(until) is not null, settings,
                terminal, token).ConfigureAwait(false);
        });
        return command;
    }

    private static IReadOnlyList<SweepAxis> Axes(string[] given, RunPlan whole, bool untilKnee)
    {
        IReadOnlyList<SweepAxis> axes = given.Length > 0
            ? [.. given.Select(SweepAxis.Parse)] : SweepAxis.Of(whole.Parameters.Set);
        if (axes.Count == 0)
        {
            throw new SfPerfException(ExitCode.BadParameters, $"Nothing to vary: {whole.File} has no Axes; "
                + "give --axis NAME=1,2,4 or --axis NAME=1..512x2.");
        }

        if (axes.GroupBy(a => a.Name).FirstOrDefault(g => g.Count() > 1) is { } twice)
        {
            throw new SfPerfException(ExitCode.BadParameters,
                $"--axis {twice.Key} is given twice; allowed: once, with all its values.");
        }

        if (!untilKnee)
            return axes;
        return axes.Count(a => a.IsLoad) == 1
            ? [.. axes.Select(a => a.IsLoad ? a.Rising() : a)]
            : throw new SfPerfException(ExitCode.BadParameters, "--until knee needs one axis of outstanding "
                + $"operations, such as {SweepAxis.LoadOf("write")}=1..512x2.");
    }

    // A warm-up takes two runs of the last point, unless the second was still quicker than the first.
    private static string Plan(IReadOnlyList<SweepPoint> points, int repeats) =>
        string.Create(CultureInfo.InvariantCulture, $"Warm up, then measure {points.Count} points {repeats} times ")
        + $"in turn, {points.Count * repeats} runs: {ExpectedTime.Sum([points[^1].Plan, points[^1].Plan,
            .. Enumerable.Repeat(points, repeats).SelectMany(p => p).Select(p => p.Plan)])}.";

    private static async Task<int> RunAsync(IReadOnlyList<SweepPoint> points, int repeats, bool untilKnee,
        SeriesSettings settings, Terminal terminal, CancellationToken token)
    {
        var notes = settings.Notes(terminal);
        await notes.WriteLineAsync(Plan(points, repeats)).ConfigureAwait(false);
        var runs = new List<SweepRun>();
        var rounds = new SweepRounds(points, untilKnee);
        var progress = new SeriesProgress(
            [.. points.Select(p => (p.Name, ExpectedTime.Of(p.Plan.Parameters)))], repeats, notes);
        var series = new RunSeries($"{points[0].Plan.Parameters.Name}-sweep", settings, terminal);
        await using (series.ConfigureAwait(false))
        {
            try
            {
                await series.WarmUpAsync(points[^1].Plan, token).ConfigureAwait(false);
                for (var repeat = 0; repeat < repeats; repeat++)
                {
                    // Back and forth: what drifts with time then favours neither end of the axis.
                    foreach (var point in (repeat % 2 == 0 ? points : points.Reverse()).Where(rounds.Takes))
                    {
                        var labels = new Dictionary<string, string> { ["sweep"] = point.Name };
                        var run = await series.MeasureAsync(point.Plan, "", labels, token).ConfigureAwait(false);
                        runs.Add(point.With(run));
                        IReadOnlyList<SweepPoint> skipped = repeat == 0 ? rounds.Report(point, run) : [];
                        progress.Skip(skipped.Select(p => p.Name));
                        progress.End(point.Name, run,
                            $"run {runs.Count} of {points.Count(rounds.Takes) * repeats}: {point.Name}: "
                            + RunSeries.Brief(run));
                        if (skipped.Count > 0)
                        {
                            await notes.WriteLineAsync(
                                $"the rate no longer rises: {string.Join(", ", skipped.Select(p => p.Name))} left out")
                                .ConfigureAwait(false);
                        }
                    }
                }
            }
            finally
            {
                // This also happens when the user or a failure ends the command.
                if (runs.Count > 0)
                    SweepText.Write(runs, SweepAxis.LoadOf, settings.Texts(terminal));
                if (settings.IsJson)
                {
                    await terminal.Out.WriteAsync(SweepJson.Write(runs, SweepAxis.LoadOf, series.Folder))
                        .ConfigureAwait(false);
                }

                series.WriteSummary();
            }

            return (int)series.Code(ExitCode.Ok);
        }
    }
}
