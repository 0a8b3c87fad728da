using System.CommandLine;
using SfPerf.LoadGenerator.SelfTesting;

namespace SfPerf.Client.Verbs;

/// <summary><c>sfperf selftest</c>: measures what is known.</summary>
internal static class SelfTestVerb
{
    public static Command Build(Terminal terminal)
    {
        var comparisons = new Option<int>("--comparisons")
        {
            Description = "Also proves, on this machine as it is, that N comparisons of a store with itself raise no "
                + "alarm and that half as many find one 10 % slower; about 4 s each.",
            HelpName = "N",
        };
        var command = new Command("selftest",
            "Measures simulated stores whose right answers are known.") { comparisons };
        command.SetAction(async (parsed, token) =>
        {
            var right = SelfTest.Run(terminal.Out);
            var count = parsed.GetValue(comparisons);
            if (right && count > 0)
                right = await ComparisonProof.RunAsync(count, count / 2, terminal.Out, token).ConfigureAwait(false);
            return (int)(right ? ExitCode.Ok : ExitCode.Internal);
        });
        return command;
    }
}
