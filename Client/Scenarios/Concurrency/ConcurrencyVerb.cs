using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Metrics.Results;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary><c>sfperf scenario wcf-concurrency</c>.</summary>
internal static class ConcurrencyVerb
{
    private const string Name = "wcf-concurrency";
    private static readonly string[] Schemes = [Uri.UriSchemeNetPipe, Uri.UriSchemeHttp, Uri.UriSchemeNetTcp];

    public static Command Build(Terminal terminal)
    {
        var bindings = new Option<string>("--bindings")
        {
            Description = "Of net.pipe, http and net.tcp, in order.", HelpName = "NAME,...",
            DefaultValueFactory = _ => string.Join(',', Schemes),
        };
        var cases = new Option<string>("--cases")
        {
            Description = "Threads (1 to 5000) x calls of each (2 to 10000000).", HelpName = "TxN,...",
            DefaultValueFactory = _ => "600x500,200x1000,8x10000,1x10000",
        };
        var warmup = Number("--warmup", "Calls of each service over each binding before the first round.", 2000);
        var maxCalls = Number("--max-calls", "Calls that the service runs at once; 0: WCF's default.", 0);
        var shared = Number("--shared-calls", "Calls over the shared channel; 0 leaves it out.", 1000);
        var outstanding = Number("--outstanding", "Calls outstanding on the shared channel, 1 to 1000.", 8);
        var service = Number("--service-ms", "Milliseconds of an operation of the shared channel, 1 to 10000.", 1);
        var offByOne = new Option<bool>("--off-by-one")
        {
            Description = "Makes a call less in each thread, as the published loop does.",
        };
        var command = new Command(Name, "Whether ConcurrencyMode Single or Multiple matters for PerCall WCF services.")
        {
            bindings, cases, warmup, maxCalls, shared, outstanding, service, offByOne,
        };
        var common = new ScenarioOptions(command);
        command.SetAction(async (parsed, token) =>
        {
            var settings = common.Read(parsed, terminal);
            int Value(Option<int> option, int min, int max) => ScenarioOptions.InRange(parsed, option, min, max);
            var sizes = new ConcurrencySettings
            {
                Schemes = [.. ScenarioOptions.ListOf<int>(parsed, bindings, IndexOf).Select(i => Schemes[i])],
                Cases = ScenarioOptions.ListOf(parsed, cases, ThreadCase.Parse),
                Warmup = Value(warmup, 1, 1_000_000),
                MaxCalls = Value(maxCalls, 0, 100_000) is > 0 and var most ? most : null,
                SharedCalls = Value(shared, 0, 10_000_000),
                Outstanding = Value(outstanding, 1, 1000),
                ServiceMilliseconds = Value(service, 1, 10_000),
                OffByOne = parsed.GetValue(offByOne),
            };
            return (int)await RunAsync(settings, sizes, terminal, token).ConfigureAwait(false);
        });
        return command;
    }

    private static async Task<ExitCode> RunAsync(
        ScenarioSettings settings, ConcurrencySettings sizes, Terminal terminal, CancellationToken token)
    {
        var runs = new ScenarioRuns(Name, settings.Folder, new Dictionary<string, object?>
        {
            ["bindings"] = string.Join(',', sizes.Schemes), ["cases"] = string.Join(',', sizes.Cases),
            ["warmup"] = sizes.Warmup, ["max-calls"] = sizes.MaxCalls ?? 0, ["shared-calls"] = sizes.SharedCalls,
            ["outstanding"] = sizes.Outstanding, ["service-ms"] = sizes.ServiceMilliseconds,
            ["off-by-one"] = sizes.OffByOne, ["rounds"] = settings.Rounds,
        });
        runs.CheckFolder();
        var scenario = new ConcurrencyScenario(sizes, terminal.Out, settings.Progress);
        await settings.Progress.WriteLineAsync("warming up").ConfigureAwait(false);
        await scenario.WarmUpAsync(token).ConfigureAwait(false);
        var rounds = new List<IReadOnlyList<PhaseResult>>();
        var whole = new BackgroundLoad();
        for (var round = 0; round < settings.Rounds; round++)
        {
            var load = new BackgroundLoad();
            rounds.Add(await scenario.RoundAsync(round, token).ConfigureAwait(false));
            runs.Save(round, rounds[^1], load.Share());
        }

        var background = whole.Share();
        var table = new ConcurrencyTable(rounds, sizes);
        var judged = table.Judge();
        await terminal.Out.WriteLineAsync().ConfigureAwait(false);
        table.Write(terminal.Out);
        if (sizes.SharedCalls > 0)
        {
            var shared = new SharedTable(rounds, scenario.Peaks, sizes);
            shared.Write(terminal.Out);
            judged = judged.Concat(shared.Judge());
        }

        var expectations = Expectations.Write(judged, background, terminal);
        await terminal.Out.WriteLineAsync($" {rounds.Count} rounds, saved in {Path.GetFullPath(settings.Folder)}")
            .ConfigureAwait(false);
        return Expectations.Code(expectations, settings.FailOn);
    }

    private static Option<int> Number(string name, string description, int value) =>
        new(name) { Description = description, HelpName = "N", DefaultValueFactory = _ => value };

    private static int? IndexOf(string scheme) => Array.IndexOf(Schemes, scheme) is >= 0 and var i ? i : null;
}
