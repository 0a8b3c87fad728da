using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Linq;
using SfPerf.Commands;
using SfPerf.Reports.Comparison;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf compare BASE NEW...</c>: two groups of saved runs.</summary>
internal static class CompareCommand
{
    public static Command Build(Terminal terminal)
    {
        var before = new Argument<string>("BASE") { Description = "A run, or a folder of runs." };
        var after = new Argument<string[]>("NEW")
        {
            Description = "Runs, or folders of runs.", Arity = ArgumentArity.OneOrMore,
        };
        var delta = new Option<double?>("--delta")
        {
            Description = "Smallest difference that matters, in percent; without: 5, for p99 10.", HelpName = "PERCENT",
        };
        var alpha = new Option<double>("--alpha")
        {
            Description = "Level of the test.", HelpName = "LEVEL", DefaultValueFactory = _ => 0.05,
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
            Description = "Also writes a table for a comment on a change.", HelpName = "FILE",
        };
        var command = new Command("compare", "Compares saved runs: four verdicts, and what else changed.")
        {
            before, after, delta, alpha, metrics, failOn, strict, markdown,
        };
        command.SetAction(parsed => Paths.Guard(() =>
        {
            var request = new CompareRequest
            {
                Before = [parsed.GetRequiredValue(before)],
                After = parsed.GetRequiredValue(after),
                Metrics = parsed.GetValue(metrics) is { Length: > 0 } chosen ? chosen : null,
                Delta = parsed.GetValue(delta) / 100,
                Alpha = parsed.GetValue(alpha),
                FailOn = FailOn.Of(parsed.GetRequiredValue(failOn)),
                Strict = parsed.GetValue(strict),
            };
            Check(request);
            var outcome = ComparisonText.Run(request, terminal.Out);
            if (parsed.GetValue(markdown) is { } file)
            {
                using var output = new StringWriter();
                ComparisonText.Run(request with { Markdown = true }, output);
                File.WriteAllText(file, output.ToString());
            }

            return FailOn.Told(outcome, terminal);
        }));
        return command;
    }

    private static void Check(CompareRequest request)
    {
        if (request.Delta is <= 0 or >= 1)
            throw new SfPerfException(ExitCode.BadParameters, string.Create(CultureInfo.InvariantCulture,
                $"--delta {request.Delta * 100}: allowed is more than 0 and less than 100."));
        if (request.Alpha is <= 0 or >= 1)
            throw new SfPerfException(ExitCode.BadParameters, string.Create(CultureInfo.InvariantCulture,
                $"--alpha {request.Alpha}: allowed is more than 0 and less than 1."));
    }

    private static string Names() => string.Join(", ", MetricSpecification.All.Select(m => m.Name));
}
