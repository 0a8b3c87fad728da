using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Commands;

namespace SfPerf.Scenarios;

/// <summary>The expectations of a scenario, printed and turned into its exit code.</summary>
internal static class Expectations
{
    /// <summary>The share of the processors that others may use without making the figures doubtful.</summary>
    public const double BackgroundMax = 0.10;

    /// <summary>The sentence that says so.</summary>
    public static string BackgroundText(double share) => string.Create(CultureInfo.InvariantCulture,
        $"other programs used {share * 100:0} % of the processors (limit {BackgroundMax * 100:0} %)");

    /// <summary>Prints each; on a machine busy with other work nothing counts as decided but counts.</summary>
    public static IReadOnlyList<Expectation> Write(
        IEnumerable<Expectation> expectations, double? background, Terminal terminal)
    {
        Expectation[] all = [.. expectations];
        if (background > BackgroundMax)
        {
            var what = Array.Exists(all, e => e.IsCounted) ? "Nothing that was timed" : "Nothing";
            terminal.Out.WriteLine($" {what} is decided: {BackgroundText(background.Value)}.");
            all = [.. all.Select(e => e.IsCounted ? e : e with { Outcome = Outcome.Inconclusive })];
        }

        foreach (var one in all)
            terminal.Out.WriteLine($" {one.OutcomeText,-12} {one.Claim}: {one.Evidence}");
        return all;
    }

    /// <summary>The exit code: 99 when an outcome is one of those that the user named.</summary>
    public static ExitCode Code(IEnumerable<Expectation> expectations, IReadOnlyCollection<Outcome> failOn) =>
        expectations.Any(e => failOn.Contains(e.Outcome)) ? ExitCode.ThresholdFailed : ExitCode.Ok;
}
