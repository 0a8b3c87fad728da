using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using SfPerf.Commands;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;

namespace SfPerf.Client.Commands;

/// <summary>The option <c>--fail-on</c> of the verbs that compare, and what their codes mean.</summary>
internal static class FailOn
{
    /// <summary>The option that lets runs be compared that did different work.</summary>
    public const string AllowDifferent = "--allow-different";

    private const string Nothing = "none";
    private static readonly string[] Verdicts = ["regressed", "inconclusive", "improved"];

    public static Option<string[]> Option()
    {
        var option = new Option<string[]>("--fail-on")
        {
            Description = $"Verdicts that end with code 98 (inconclusive alone: 96), with commas: "
                + $"{string.Join(", ", Verdicts)}; or {Nothing}.",
            DefaultValueFactory = _ => ["regressed"], AllowMultipleArgumentsPerToken = true, HelpName = "VERDICT,...",
        };
        option.Validators.Add(result =>
        {
            foreach (var text in result.Tokens.SelectMany(t => Split(t.Value)).Where(t => Parse(t) is null))
            {
                if (text != Nothing)
                    result.AddError($"--fail-on {text}: allowed is {string.Join(", ", Verdicts)}, {Nothing}.");
            }
        });
        return option;
    }

    /// <summary>Returns the verdicts that were given.</summary>
    public static IReadOnlyList<Verdict> Of(IEnumerable<string> texts) =>
        [.. texts.SelectMany(Split).Select(Parse).OfType<Verdict>()];

    /// <summary>Returns the exit code of a comparison, and tells the reason of one other than 0.</summary>
    public static int Told(ComparisonOutcome outcome, Terminal terminal)
    {
        var (code, reason) = outcome switch
        {
            ComparisonOutcome.NothingCompared => (ExitCode.NothingMeasured, "nothing was compared."),
            ComparisonOutcome.Doubtful => (ExitCode.Rejected, "rejected: runs that were compared are doubtful."),
            ComparisonOutcome.Refused => (ExitCode.Regression,
                "failed: at least one figure has a verdict that --fail-on names (without it: regressed)."),
            ComparisonOutcome.Undecided => (ExitCode.Undecided,
                "undecided: the runs are too few or scatter too much, and --fail-on names inconclusive."),
            ComparisonOutcome.DifferentWork => (ExitCode.BadParameters, "runs that did different work are not "
                + $"compared; {AllowDifferent} compares them all the same."),
            _ => (ExitCode.Ok, null),
        };
        if (reason is not null)
            terminal.Error.WriteLine($"sfperf: {reason}");
        return (int)code;
    }

    private static string[] Split(string text) => text.Split(',', StringSplitOptions.TrimEntries);

    private static Verdict? Parse(string text) =>
        Verdicts.Contains(text) ? Enum.Parse<Verdict>(text, ignoreCase: true) : null;
}
