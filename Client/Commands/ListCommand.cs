using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;
using SfPerf.Client.Measuring.Series;
using SfPerf.Client.Output;
using SfPerf.Commands;
using SfPerf.Reports.Runs;
using SfPerf.Reports.Text;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf list [FOLDER]</c> and <c>sfperf show RUN</c>: saved runs.</summary>
internal static class ListCommand
{
    public static Command Build(Terminal terminal)
    {
        var folder = new Argument<string>("FOLDER")
        {
            Description = "A folder of runs.", DefaultValueFactory = _ => "runs",
        };
        var command = new Command("list", "Lists the saved runs of a folder, the oldest first.") { folder };
        command.SetAction(parsed => Paths.Guard(() =>
        {
            var root = parsed.GetRequiredValue(folder);
            if (!Directory.Exists(root))
                throw new SfPerfException(ExitCode.BadParameters, $"{root}: there is no such folder.");
            var paths = Paths.Runs([root], terminal.Error);
            var table = new TextTable("run", "started", "target", "status", "noise", "figures");
            foreach (var path in paths)
                table.Add(Row(path, RunFolder.Read(path)));
            if (paths.Count > 0)
                table.Write(terminal.Out, indent: "", leftLast: true);
            else
                terminal.Error.WriteLine($"sfperf: {root}: there is no run in this folder.");
            return (int)ExitCode.Ok;
        }));
        return command;
    }

    public static Command BuildShow(Terminal terminal)
    {
        var runs = new Argument<string[]>("RUN")
        {
            Description = "Runs, or folders of runs.", Arity = ArgumentArity.OneOrMore,
        };
        var format = new Option<string>("--format")
        {
            Description = "table, json (run.json's content), or legacy (the original's two lines).",
            HelpName = "FORMAT", DefaultValueFactory = _ => OutputFormats.Table,
        };
        format.AcceptOnlyFromAmong(OutputFormats.All);
        var command = new Command("show", "Prints saved runs as run prints them.") { runs, format };
        command.SetAction(parsed => Paths.Guard(() =>
        {
            var paths = Paths.Runs(parsed.GetRequiredValue(runs), terminal.Error);
            for (var i = 0; i < paths.Count; i++)
            {
                // Of several runs each one is named; JSON has its own names.
                if (paths.Count > 1 && parsed.GetRequiredValue(format) != OutputFormats.Json)
                    terminal.Out.WriteLine($"{(i > 0 ? "\n" : "")}{Named(paths[i])}:");
                Show(RunFolder.Read(paths[i]), parsed.GetRequiredValue(format), terminal);
            }

            return Paths.Told(paths.Count > 0, terminal);
        }));
        return command;
    }

    private static string[] Row(string path, RunRecord run) =>
    [
        Named(path),
        run.StartedUtc.UtcDateTime.ToString("u", CultureInfo.InvariantCulture),
        run.Parameters.TryGetValue("TargetServiceType", out var target) ? target.ToString()
            : run.Labels?.GetValueOrDefault("scenario") ?? "-",
        run.Status, run.Noise?.Verdict ?? "-", RunSeries.Brief(run with { Noise = null }),
    ];

    private static string Named(string path) => Path.GetRelativePath(Directory.GetCurrentDirectory(), path);

    private static void Show(RunRecord run, string format, Terminal terminal)
    {
        if (format == OutputFormats.Json)
            terminal.Out.Write(RunFolder.ToJson(run));
        else if (format == OutputFormats.Legacy)
            LegacyText.Write(run with { Phases = [.. run.Measured] }, terminal.Out);
        else
            RunTable.Write(run, terminal.Out);
    }
}
