using System;
using System.CommandLine;
using System.Linq;
using SfPerf.Reports.Exports;

namespace SfPerf.Client.Verbs;

/// <summary><c>sfperf export RUN... --to FORMAT</c> and <c>sfperf merge LOG...</c>.</summary>
internal static class ExportVerb
{
    public static Command Build(Terminal terminal)
    {
        var runs = new Argument<string[]>("RUN")
        {
            Description = "Runs, or folders of runs.", Arity = ArgumentArity.OneOrMore,
        };
        var names = Enum.GetNames<ExportFormat>().Select(n => n.ToLowerInvariant()).ToArray();
        var format = new Option<string>("--to")
        {
            Description = $"One of {string.Join(", ", names)}.", Required = true, HelpName = "FORMAT",
        };
        format.AcceptOnlyFromAmong(names);
        var file = FileOption();
        var command = new Command("export", "Writes runs as other tools read them.") { runs, format, file };
        command.SetAction(parsed => Paths.Guard(() => Paths.Write(parsed.GetValue(file), terminal,
            output => ExportCommand.Run(Paths.Runs(parsed.GetRequiredValue(runs), terminal.Error),
                Enum.Parse<ExportFormat>(parsed.GetRequiredValue(format), ignoreCase: true), output))));
        return command;
    }

    public static Command BuildMerge(Terminal terminal)
    {
        var logs = new Argument<string[]>("LOG")
        {
            Description = "HdrHistogram interval logs.", Arity = ArgumentArity.OneOrMore,
        };
        var file = FileOption();
        var command = new Command("merge", "Adds interval logs up, one line a tag.") { logs, file };
        command.SetAction(parsed => Paths.Guard(() => Paths.Write(parsed.GetValue(file), terminal,
            output => ExportCommand.Merge(parsed.GetRequiredValue(logs), output))));
        return command;
    }

    private static Option<string?> FileOption() =>
        new("--output", "-o") { Description = "The file; without: the output.", HelpName = "FILE" };
}
