using System.CommandLine;
using SfPerf.LoadGenerator.SelfTesting;

namespace SfPerf.Client.Verbs;

/// <summary><c>sfperf selftest</c>: measures what is known.</summary>
internal static class SelfTestVerb
{
    public static Command Build(Terminal terminal)
    {
        var comparisons = new Option<int?>("--comparisons")
        {
            Description = "Also proves, on this machine as it is, that N comparisons of a store with itself raise no "
                + "alarm and that half as many find one 10 % slower: 1 to 10000; 200 take 9 minutes.",
            HelpName = "N",
        };
        var command = new Command("selftest",
            "Measures simulated stores whose right answers are known.") { comparisons };
        command.SetAction(async (parsed, token) =>
        {
            var count = parsed.GetValue(comparisons);
            if (count is < 1 or > 10_000)
                throw new SfPerfException(ExitCode.BadParameters, "--comparisons: allowed is 1 to 10000.");
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
}
