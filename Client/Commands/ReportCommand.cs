using System.CommandLine;
using SfPerf.Commands;
using SfPerf.Reports.Html;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf report RUN...</c>: one offline HTML file.</summary>
internal static class ReportCommand
{
    public static Command Build(Terminal terminal)
    {
        var runs = new Argument<string[]>("RUN")
        {
            Description = "Runs, or folders of runs.", Arity = ArgumentArity.OneOrMore,
        };
        var before = new Option<string[]>("--base")
        {
            Description = "Runs to compare with, or a folder of them; may be repeated.", HelpName = "RUN",
            DefaultValueFactory = _ => [],
        };
        var file = new Option<string>("--output", "-o")
        {
            Description = "The file, replaced as a whole; -: standard output.", HelpName = "FILE",
            DefaultValueFactory = _ => "report.html",
        };
        var command = new Command("report", "Draws runs: one HTML file that needs no network.") { runs, before, file };
        command.SetAction(parsed => Paths.Guard(() => Paths.Write(parsed.GetRequiredValue(file), terminal,
            output => HtmlReport.Write(Paths.Runs(parsed.GetRequiredValue(runs), terminal.Error),
                Paths.Runs(parsed.GetRequiredValue(before), terminal.Error), output))));
        return command;
    }
}
