using System;
using System.CommandLine;
using System.Linq;
using System.Text.Json;
using SfPerf.Commands;
using SfPerf.Reports.Exports;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf export RUN... --to FORMAT</c> and <c>sfperf merge LOG...</c>.</summary>
internal static class ExportCommand
{
    public static Command Build(Terminal terminal)
    {
        var runs = new Argument<string[]>("RUN")
        {
            Description = "Runs, or folders of runs.", Arity = ArgumentArity.OneOrMore,
        };
        string[] names = [.. Enum.GetNames<ExportFormat>().Select(JsonNamingPolicy.CamelCase.ConvertName)];
        var format = new Option<string>("--to")
        {
            Description = $"One of {string.Join(", ", names)}.", Required = true, HelpName = "FORMAT",
        };
        format.AcceptOnlyFromAmong(names);
        var phase = new Option<string?>("--phase")
        {
            Description = "Only this phase, such as write or mixed-read; without: all.", HelpName = "PHASE",
        };
        var file = FileOption();
        var command = new Command("export", "Writes runs as other tools read them.") { runs, format, phase, file };
        command.SetAction(parsed => Paths.Guard(() => Paths.Write(parsed.GetValue(file), terminal,
            output => RunExport.Run(Paths.Runs(parsed.GetRequiredValue(runs), terminal.Error),
                Enum.Parse<ExportFormat>(parsed.GetRequiredValue(format), ignoreCase: true), output,
                parsed.GetValue(phase)))));
        return command;
    }

    public static Command BuildMerge(Terminal terminal)
    {
        var logs = new Argument<string[]>("LOG")
        {
            Description = "HdrHistogram interval logs.", Arity = ArgumentArity.OneOrMore,
        };
        var file = FileOption();
        var command = new Command("merge", "Adds up interval logs of HdrHistogram: one histogram for each tag.")
        {
            logs, file,
        };
        command.SetAction(parsed => Paths.Guard(() => Paths.Write(parsed.GetValue(file), terminal,
            output => LogMerge.Run(parsed.GetRequiredValue(logs), output))));
        return command;
    }

    private static Option<string?> FileOption() =>
        new("--output", "-o")
        {
            Description = "The file, replaced as a whole; without it, or with -: standard output.", HelpName = "FILE",
        };
}
