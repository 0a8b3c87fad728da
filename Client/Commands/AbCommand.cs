using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Measuring;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Output;
using SfPerf.Client.Parameters;
using SfPerf.Commands;
using SfPerf.LoadGenerator.SelfTesting;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf ab FILE --b NAME=VALUE</c>: two settings in interleaved runs, compared in pairs.</summary>
internal static class AbCommand
{
    private const string SideA = AbSides.Base;
    private const string SideB = AbSides.New;
    private const string Alternating = "abba";
    private const string Random = "random";

    public static Command Build(Terminal terminal, string[] overrides)
    {
        var first = Side("--a", "A");
        var second = Side("--b", "B");
        var (firstChoices, secondChoices) = (new BuildOptions("a"), new BuildOptions("b"));
        var pairs = new Option<int>("--pairs")
        {
            Description = "Pairs, 1 to 1000.", HelpName = "N", DefaultValueFactory = _ => 10,
        };
        var order = new Option<string>("--order")
        {
            Description = "Order within pairs: abba (A B, B A, ...), or random, drawn from Seed.", HelpName = "ORDER",
            DefaultValueFactory = _ => Alternating,
        };
        order.AcceptOnlyFromAmong(Alternating, Random);
        var failOn = FailOn.Option();
        var command = new Command("ab",
            "Compares two settings or two builds in interleaved runs; without any: A with itself.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: false);
        arguments.AddCollector(command);
        foreach (var option in (Option[])
            [first, second, .. firstChoices.All, .. secondChoices.All, pairs, order, failOn])
        {
            command.Options.Add(option);
        }

        var options = new SeriesOptions(command, seconds: 0, secondsMin: 0);
        command.SetAction(async (parsed, token) =>
        {
            SeriesOptions.Require(parsed, pairs, 1, 1000);
            var settings = options.Read(parsed);
            if (Load(first, firstChoices) is not { } a || Load(second, secondChoices) is not { } b)
                return (int)ExitCode.BadParameters;
            (a, b) = RunPlan.Together(a, b);
            var count = parsed.GetValue(pairs);
            // The seed of side A decides the order of both sides.
            int? seed = parsed.GetRequiredValue(order) == Random ? a.Parameters.Seed : null;
            if (settings.IsDryRun)
            {
                DryRun.Write(a, [Plan(a, b, count, seed)], terminal.Out);
                return (int)ExitCode.Ok;
            }

            var request = new CompareRequest
            {
                Before = [], After = [], FailOn = FailOn.Of(parsed.GetRequiredValue(failOn)),
                Strict = settings.IsStrict, AllowsDifferentWork = true,
            };
            return await RunAsync(a, b, count, seed, settings, request, terminal, token).ConfigureAwait(false);

            RunPlan? Load(Option<string[]> side, BuildOptions build)
            {
                string[] given = [.. parsed.GetValue(side) ?? [], .. build.Settings(parsed)];
                return arguments.LoadGiven(parsed, terminal, side.Name, given) is not { } plan ? null
                    : arguments.Load(parsed, terminal, [.. given, .. options.Limit(parsed, plan.Parameters)]);
            }
        });
        return command;
    }

    private static Option<string[]> Side(string name, string side) => new(name)
    {
        Description = $"A setting of side {side}; may be repeated.", HelpName = "NAME=VALUE",
        DefaultValueFactory = _ => [],
    };

    private static string Plan(RunPlan a, RunPlan b, int pairs, int? seed) =>
        $"Measure {pairs} pairs of such runs {(seed is null ? "in turn (A B, B A, ...)"
            : $"in random order (seed {seed})")}: "
        + $"{(ExpectedTime.Of(a.Parameters) + ExpectedTime.Of(b.Parameters)) * pairs}.";

    private static async Task<int> RunAsync(RunPlan a, RunPlan b, int pairs, int? seed, SeriesSettings settings,
        CompareRequest request, Terminal terminal, CancellationToken token)
    {
        var notes = settings.Notes(terminal);
        await notes.WriteLineAsync(Plan(a, b, pairs, seed)).ConfigureAwait(false);
        var (before, after) = (new List<RunRecord>(), new List<RunRecord>());
        var progress = new SeriesProgress(
            [(SideA, ExpectedTime.Of(a.Parameters)), (SideB, ExpectedTime.Of(b.Parameters))], pairs, notes);
        var series = new RunSeries($"{a.Parameters.Name}-ab", settings, terminal);
        await using (series.ConfigureAwait(false))
        {
            var outcome = ComparisonOutcome.Accepted;
            try
            {
                for (var pair = 0; pair < pairs; pair++)
                {
                    foreach (var isSecond in seed is { } s ? PairOrder.Random(s, pair) : PairOrder.Of(pair))
                    {
                        var side = isSecond ? SideB : SideA;
                        var labels = new Dictionary<string, string>
                        {
                            ["pair"] = pair.ToString(CultureInfo.InvariantCulture), ["side"] = side,
                        };
                        if (seed is { } drawn)
                            labels["order"] = string.Create(CultureInfo.InvariantCulture, $"random, seed {drawn}");
                        var run = await series.MeasureAsync(isSecond ? b : a, side, labels, token)
                            .ConfigureAwait(false);
                        (isSecond ? after : before).Add(run);
                        progress.End(side, run, $"pair {pair + 1} of {pairs}, {side.ToUpperInvariant()}: "
                            + RunSeries.Brief(run));
                    }
                }
            }
            finally
            {
                // This also happens when the user or a failure ends the command: the pairs that are whole are compared.
                var whole = before.Count < after.Count ? before.Count : after.Count;
                if (whole > 0)
                    outcome = Write(before[..whole], after[..whole], request, settings, series.Folder, terminal);
                series.WriteSummary();
            }

            await settings.Texts(terminal).WriteLineAsync($" the same again: sfperf compare {series.FolderText}")
                .ConfigureAwait(false);
            return FailOn.Told(outcome, terminal);
        }
    }

    private static ComparisonOutcome Write(List<RunRecord> before, List<RunRecord> after, CompareRequest request,
        SeriesSettings settings, string folder, Terminal terminal)
    {
        var runs = new ComparedRuns(before, after, []);
        var comparison = runs.Compare(request);
        request = request with { Before = [Path.Combine(folder, SideA)], After = [Path.Combine(folder, SideB)] };
        if (settings.IsJson)
            terminal.Out.Write(ComparisonJson.Write(comparison, runs, request, folder));
        return ComparisonText.Write(
            comparison, before.Count, after.Count, request, settings.Texts(terminal));
    }

    /// <summary>The options that name the build and the package of a side: settings with names of their own.</summary>
    private sealed class BuildOptions(string side)
    {
        private readonly Option<string?> _build = new($"--{side}-build")
        {
            Description = $"Folder of the program sfperf whose cluster and services side {side.ToUpperInvariant()} "
                + "measures.",
            HelpName = "DIR",
        };

        private readonly Option<string?> _package = new($"--{side}-package")
        {
            Description = $"Package of side {side.ToUpperInvariant()}, a folder or a .sfpkg file.",
            HelpName = "PACKAGE",
        };

        public Option[] All => [_build, _package];

        public IEnumerable<string> Settings(ParseResult parsed)
        {
            if (parsed.GetValue(_build) is { } build)
                yield return $"{RunCatalogue.Build}={build}";
            if (parsed.GetValue(_package) is { } package)
                yield return $"{RunCatalogue.ApplicationPackage}={package}";
        }
    }
}
