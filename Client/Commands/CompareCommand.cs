using System.CommandLine;
using System.Globalization;
using System.Linq;
using SfPerf.Client.Output;
using SfPerf.Commands;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf compare BASE NEW...</c>: two groups of saved runs.</summary>
internal static class CompareCommand
{
    public static Command Build(Terminal terminal)
    {
        var before = new Argument<string>("BASE")
        {
            Description = "A run, or a folder of runs; the folder of an ab alone: its side a is the base.",
        };
        var after = new Argument<string[]>("NEW")
        {
            Description = "Runs, or folders of runs.", Arity = ArgumentArity.ZeroOrMore,
        };
        var delta = new Option<double?>("--delta")
        {
            Description = "Smallest difference that matters, in percent; without it: 5, and 10 for p99.",
            HelpName = Percent.HelpName, CustomParser = a => Percent.Parse(a),
        };
        var alpha = new Option<double>("--alpha")
        {
            Description = "Significance level, for all figures together (Holm).", HelpName = "LEVEL",
            DefaultValueFactory = _ => 0.05,
        };
        var metrics = new Option<string[]>("--metric")
        {
            Description = $"Compares only this figure; may be repeated: {Names()}.", DefaultValueFactory = _ => [],
        };
        var failOn = FailOn.Option();
        var strict = new Option<bool>("--strict")
        {
            Description = "Ends with code 6 when a run was noisy or limited by the driver.",
        };
        metrics.AcceptOnlyFromAmong([.. MetricSpecification.All.Select(m => m.Name)]);
        var markdown = new Option<string?>("--markdown")
        {
            Description = "Also writes a summary for a comment on a change.", HelpName = "FILE",
        };
        var different = new Option<bool>(FailOn.AllowDifferent)
        {
            Description = "Compares also runs that did different work, such as on another target or with other sizes.",
        };
        var format = SummaryFormats.Option();
        var baseline = new Option<string?>("--baseline")
        {
            Description = "Compares with the runs that sfperf baseline kept under this name; all arguments are then "
                + "NEW runs.",
            HelpName = "NAME",
        };
        var baselines = BaselineCommand.FolderOption();
        var junit = new Option<string?>("--junit")
        {
            Description = "Also writes a test report: a case a figure, failed where --fail-on names its verdict.",
            HelpName = "FILE",
        };
        var command = new Command("compare", "Compares saved runs: whether each figure regressed, improved, "
            + "stayed the same or is inconclusive, and what differs between the two groups.")
        {
            before, after, delta, alpha, metrics, failOn, strict, different, format, baseline, baselines,
            markdown, junit,
        };
        command.SetAction(parsed => Paths.Guard(() =>
        {
            var given = new[] { parsed.GetRequiredValue(before) };
            var kept = parsed.GetValue(baseline) is { } name
                ? BaselineCommand.Kept(parsed.GetRequiredValue(baselines), name) : null;
            var request = new CompareRequest
            {
                Before = kept is null ? given : [kept],
                After = [.. kept is null ? [] : given, .. parsed.GetValue(after) ?? []],
                Metrics = parsed.GetValue(metrics) is { Length: > 0 } chosen ? chosen : null,
                Delta = parsed.GetValue(delta) / 100,
                Alpha = parsed.GetValue(alpha),
                FailOn = FailOn.Of(parsed.GetRequiredValue(failOn)),
                Strict = parsed.GetValue(strict),
                AllowsDifferentWork = parsed.GetValue(different),
                Command = "sfperf " + string.Join(' ', parsed.Tokens.Select(t => t.Value)),
            };
            Check(request);
            return FailOn.Told(Run(request, parsed.GetRequiredValue(format), parsed.GetValue(markdown),
                parsed.GetValue(junit), terminal), terminal);
        }));
        return command;
    }

    private static ComparisonOutcome Run(
        CompareRequest request, string format, string? markdown, string? junit, Terminal terminal)
    {
        var runs = ComparedRuns.Load(request);
        request = runs.Asked(request);
        foreach (var skipped in runs.Skipped)
            terminal.Error.WriteLine($"sfperf: skipped {skipped}");
        var comparison = runs.Compare(request);
        if (format == SummaryFormats.Json)
            terminal.Out.Write(ComparisonJson.Write(comparison, runs, request));
        else
            ComparisonText.Write(comparison, runs.Before.Count, runs.After.Count, request, terminal.Out);
        if (markdown is not null)
        {
            WholeFile.Write(markdown, output =>
            {
                ComparisonText.WriteMarkdown(runs, request, output);
                return true;
            });
        }

        if (junit is not null)
            WholeFile.Write(junit, ComparisonJUnit.Write(comparison, request));
        return request.Judge(comparison);
    }

    private static void Check(CompareRequest request)
    {
        if (request.Delta is <= 0 or >= 1)
        {
            throw new SfPerfException(ExitCode.BadParameters, string.Create(CultureInfo.InvariantCulture,
                $"--delta {request.Delta * 100}: allowed is more than 0 and less than 100."));
        }

        if (request.Alpha is <= 0 or >= 1)
        {
            throw new SfPerfException(ExitCode.BadParameters, string.Create(CultureInfo.InvariantCulture,
                $"--alpha {request.Alpha}: allowed is more than 0 and less than 1."));
        }
    }

    private static string Names() => string.Join(", ", MetricSpecification.All.Select(m => m.Name));
}
