using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Threading;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Scenarios.Channels;

/// <summary><c>sfperf scenario wcf-channel</c>.</summary>
internal static class ChannelVerb
{
    private const string Name = "wcf-channel";

    public static Command Build(Terminal terminal)
    {
        var calls = new Option<string>("--calls")
        {
            Description = "Numbers of calls in a block, each 1 to 1000000, such as 10,100.", HelpName = "N,...",
            DefaultValueFactory = _ => "10,100,1000",
        };
        var warmup = new Option<int>("--warmup")
        {
            Description = "Calls of each arm before the first round, 1 to 1000000.", DefaultValueFactory = _ => 1000,
        };
        var command = new Command(Name,
            "What it costs to make a WCF channel for each call over net.tcp, instead of reusing one.")
        {
            calls, warmup,
        };
        var common = new ScenarioOptions(command);
        command.SetAction(async (parsed, token) =>
        {
            var settings = common.Read(parsed, terminal);
            var sizes = new ChannelSettings
            {
                Calls = ScenarioOptions.ListOf<int>(parsed, calls, Count),
                Warmup = ScenarioOptions.InRange(parsed, warmup, 1, 1_000_000),
            };
            return (int)await DedicatedThread.RunAsync(() => Run(settings, sizes, terminal, token))
                .ConfigureAwait(false);
        });
        return command;
    }

    private static ExitCode Run(
        ScenarioSettings settings, ChannelSettings sizes, Terminal terminal, CancellationToken token)
    {
        var runs = new ScenarioRuns(Name, settings.Folder, new Dictionary<string, object?>
        {
            ["calls"] = string.Join(',', sizes.Calls), ["warmup"] = sizes.Warmup, ["rounds"] = settings.Rounds,
        });
        runs.CheckFolder();
        using var scenario = new ChannelScenario();
        settings.Progress.WriteLine($"warming up: {sizes.Warmup} calls of each arm");
        scenario.WarmUp(sizes.Warmup, token);
        var rounds = new List<IReadOnlyList<PhaseResult>>();
        var whole = new BackgroundLoad();
        for (var round = 0; round < settings.Rounds; round++)
        {
            var load = new BackgroundLoad();
            rounds.Add(scenario.Round(round, sizes.Calls, token));
            runs.Save(round, rounds[^1], load.Share());
            settings.Progress.WriteLine($"round {round + 1} of {settings.Rounds}");
        }

        var background = whole.Share();
        var table = new ChannelTable(rounds, sizes.Calls);
        table.Write(terminal.Out);
        var expectations = Expectations.Write(table.Judge(), background, terminal);
        terminal.Out.WriteLine($" {rounds.Count} rounds, saved in {Path.GetFullPath(settings.Folder)}");
        return Expectations.Code(expectations, settings.FailOn);
    }

    private static int? Count(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            && count is > 0 and <= 1_000_000 ? count : null;
}
