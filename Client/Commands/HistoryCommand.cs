using System.CommandLine;
using System.Linq;
using SfPerf.Client.Output;
using SfPerf.Commands;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf history RUN...</c>: where figures changed over many runs, and what else changed there.</summary>
internal static class HistoryCommand
{
    public static Command Build(Terminal terminal)
    {
        var runs = new Argument<string[]>("RUN")
        {
            Description = "Runs, or folders of runs.", Arity = ArgumentArity.OneOrMore,
        };
        var by = new Option<string?>("--by")
        {
            Description = "Also groups by a fact: sdk, runtime, commit, versions.NAME, parameters.NAME, labels.NAME.",
            HelpName = "FACT",
        };
        var format = SummaryFormats.Option();
        var command = new Command("history", "Finds where figures changed over many runs.") { runs, by, format };
        command.SetAction(parsed => Paths.Guard(() =>
        {
            RunRecord[] read =
                [.. Paths.Runs(parsed.GetRequiredValue(runs), terminal.Error).Select(RunFolder.Read)];
            if (parsed.GetValue(format) != SummaryFormats.Json)
                return Paths.Told(HistoryText.Write(read, parsed.GetValue(by), terminal.Out), terminal);
            terminal.Out.Write(HistoryJson.Write(read, parsed.GetValue(by)));
            return Paths.Told(read.Length > 0, terminal);
        }));
        return command;
    }
}
