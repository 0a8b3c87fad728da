using System.CommandLine;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Measuring.Proofs;
using SfPerf.Commands;
using SfPerf.LoadGenerator.SelfTesting;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf selftest</c>: measures what is known.</summary>
internal static class SelfTestCommand
{
    public static Command Build(Terminal terminal)
    {
        var comparisons = new Option<int?>("--comparisons")
        {
            Description = "Also proves, on this machine as it is, that N comparisons of a store with itself raise no "
                + "alarm and that half as many find one 10 % slower: 1 to 10000; 200 take 9 minutes.",
            HelpName = "N",
        };
        var cost = new Option<bool>("--cost")
        {
            Description = "Measures instead what recording and driving an operation cost here.",
        };
        var command = new Command("selftest",
            "Measures simulated stores whose right answers are known.") { comparisons, cost };
        command.SetAction(async (parsed, token) =>
        {
            var count = parsed.GetValue(comparisons);
            if (count is < 1 or > 10_000)
                throw new SfPerfException(ExitCode.BadParameters, "--comparisons: allowed is 1 to 10000.");
            if (parsed.GetValue(cost))
                return (int)await CostAsync(terminal, token).ConfigureAwait(false);
            if (!SelfTest.Run(terminal.Out))
                return (int)ExitCode.Internal;
            if (count is null)
                return (int)ExitCode.Ok;
            await terminal.Error.WriteLineAsync(
                $"{count} comparisons, {count / 2} of a slower store: "
                + $"about {ProofProgress.Text(ComparisonProof.Duration(count.Value))}").ConfigureAwait(false);
            return (int)(await ComparisonProof.RunAsync(count.Value, terminal, token).ConfigureAwait(false)
                ? ExitCode.Ok : ExitCode.Rejected);
        });
        return command;
    }

    private static async Task<ExitCode> CostAsync(Terminal terminal, CancellationToken token)
    {
        var figures = await DriverCost.MeasureAsync(token).ConfigureAwait(false);
        foreach (var figure in figures)
        {
            await terminal.Out.WriteLineAsync(string.Create(CultureInfo.InvariantCulture,
                $"{(figure.Passed ? "ok  " : "FAIL")} {figure.Name}: {figure.Nanoseconds:0.#} ns ")
                + string.Create(CultureInfo.InvariantCulture, $"and {figure.Bytes:0.###} bytes an operation ")
                + string.Create(CultureInfo.InvariantCulture, $"(at most {figure.NanosecondsMax:0} ns and 0 bytes)"))
                .ConfigureAwait(false);
        }

        return figures.All(f => f.Passed) ? ExitCode.Ok : ExitCode.Rejected;
    }
}
