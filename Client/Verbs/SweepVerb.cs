using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Client.Runs;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Verbs;

/// <summary><c>sfperf sweep FILE --axis NAME=1..512x2</c>: every value, repeated in turn.</summary>
internal static class SweepVerb
{
    public static Command Build(Terminal terminal, string[] overrides)
    {
        var axes = new Option<string[]>("--axis")
        {
            Description = "A parameter and its values, NAME=1,2,4 or NAME=1..512x2; may be repeated. Without it: the "
                + "Axes of the file.",
            HelpName = "NAME=VALUES", DefaultValueFactory = _ => [],
        };
        var repeats = new Option<int>("--repeats")
        {
            Description = "Runs of each value, in turn with the others, 1 to 100.", DefaultValueFactory = _ => 3,
        };
        var folder = new Option<string>("--out")
        {
            Description = "Folder that the runs are saved in.", HelpName = "DIR", DefaultValueFactory = _ => "runs",
        };
        var command = new Command("sweep",
            "Measures every value of a parameter; finds the knee and fits the law of scaling.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: false);
        arguments.AddCollector(command);
        command.Options.Add(axes);
        command.Options.Add(repeats);
        command.Options.Add(folder);
        command.SetAction(async (parsed, token) =>
        {
            if (parsed.GetValue(repeats) is < 1 or > 100)
                throw new SfPerfException(ExitCode.BadParameters, "--repeats: allowed is 1 to 100.");
            if (arguments.Load(parsed, terminal) is not { } whole)
                return (int)ExitCode.BadParameters;
            IReadOnlyList<SweepAxis> chosen = [.. parsed.GetRequiredValue(axes).Select(SweepAxis.Parse)];
            if (chosen.Count == 0)
                chosen = SweepAxis.Of(whole.Parameters.Set);
            if (chosen.Count == 0)
                throw new SfPerfException(ExitCode.BadParameters, $"Nothing to vary: {whole.File} has no Axes; "
                    + "give --axis NAME=1,2,4 or --axis NAME=1..512x2.");
            var points = new List<(string Name, RunPlan Plan)>();
            foreach (var settings in SweepAxis.Combine(chosen))
            {
                if (arguments.Load(parsed, terminal, settings) is not { } plan)
                    return (int)ExitCode.BadParameters;
                points.Add((string.Join(' ', settings), plan));
            }

            await RunAsync(points, parsed.GetValue(repeats), parsed.GetRequiredValue(folder), terminal, token)
                .ConfigureAwait(false);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static async Task RunAsync(IReadOnlyList<(string Name, RunPlan Plan)> points, int repeats, string root,
        Terminal terminal, CancellationToken token)
    {
        var runs = new List<(string Point, RunRecord Run)>();
        for (var repeat = 0; repeat < repeats; repeat++)
            foreach (var (name, plan) in points)
            {
                var labels = new Dictionary<string, string> { ["sweep"] = name };
                var run = await new RunSeries(plan, root, terminal, labels).MeasureAsync(token).ConfigureAwait(false);
                runs.Add((name, run));
                await terminal.Error.WriteLineAsync(
                    $"run {runs.Count} of {repeats * points.Count}: {name}: {RunSeries.Brief(run)}")
                    .ConfigureAwait(false);
            }

        SweepText.Write(runs, terminal.Out);
        await terminal.Out.WriteLineAsync($" {runs.Count} runs, saved in {Path.GetFullPath(root)}")
            .ConfigureAwait(false);
    }
}
