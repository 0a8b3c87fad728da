using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Commands;
using SfPerf.Client.Runs;
using SfPerf.LoadGenerator.SelfTesting;
using SfPerf.Metrics.Machine;
using SfPerf.Metrics.Statistics;
using SfPerf.Reports.Comparison;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Verbs;

/// <summary><c>sfperf ab FILE --b NAME=VALUE</c>: two settings in interleaved runs (A B, B A, ...), compared in pairs.
/// </summary>
internal static class AbVerb
{
    public static Command Build(Terminal terminal, string[] overrides)
    {
        var first = new Option<string[]>("--a") { Description = "Settings of side A.", HelpName = "NAME=VALUE" };
        var second = new Option<string[]>("--b") { Description = "Settings of side B.", HelpName = "NAME=VALUE" };
        var pairs = new Option<int>("--pairs") { Description = "Pairs, 1 to 1000.", DefaultValueFactory = _ => 10 };
        var reruns = new Option<int>("--reruns")
        {
            Description = "Noisy runs that are measured again, all in all.", DefaultValueFactory = _ => 4,
        };
        var folder = new Option<string>("--out")
        {
            Description = "Folder that the runs are saved in.", HelpName = "DIR", DefaultValueFactory = _ => "runs",
        };
        var failOn = new Option<string[]>("--fail-on")
        {
            Description = "Verdicts that end with code 98: regressed, inconclusive, improved.",
            DefaultValueFactory = _ => ["regressed"], AllowMultipleArgumentsPerToken = true,
        };
        failOn.AcceptOnlyFromAmong("regressed", "inconclusive", "improved");
        var command = new Command("ab",
            "Compares two settings in interleaved runs; without --a and --b: A with itself.");
        var arguments = new ParameterArguments(command, overrides, fileRequired: false);
        arguments.AddCollector(command);
        foreach (var option in new Option[] { first, second, pairs, reruns, folder, failOn })
            command.Options.Add(option);
        command.SetAction(async (parsed, token) =>
        {
            if (parsed.GetValue(pairs) is < 1 or > 1000)
                throw new SfPerfException(ExitCode.BadParameters, "--pairs: allowed is 1 to 1000.");
            if (arguments.Load(parsed, terminal, parsed.GetValue(first) ?? []) is not { } a
                || arguments.Load(parsed, terminal, parsed.GetValue(second) ?? []) is not { } b)
                return (int)ExitCode.BadParameters;
            var request = new CompareRequest
            {
                Before = [], After = [],
                FailOn = [.. parsed.GetRequiredValue(failOn).Select(f => Enum.Parse<Verdict>(f, ignoreCase: true))],
            };
            return await RunAsync(a, b, parsed.GetValue(pairs), parsed.GetValue(reruns),
                parsed.GetRequiredValue(folder), request, terminal, token).ConfigureAwait(false);
        });
        return command;
    }

    private static async Task<int> RunAsync(RunPlan a, RunPlan b, int pairs, int reruns, string root,
        CompareRequest request, Terminal terminal, CancellationToken token)
    {
        var (before, after) = (new List<RunRecord>(), new List<RunRecord>());
        var again = 0;
        for (var pair = 0; pair < pairs; pair++)
            foreach (var isSecond in PairOrder.Of(pair))
            {
                var series = new RunSeries(isSecond ? b : a, root, terminal, new Dictionary<string, string>
                {
                    ["pair"] = pair.ToString(CultureInfo.InvariantCulture), ["side"] = isSecond ? "b" : "a",
                });
                var run = await series.MeasureAsync(token).ConfigureAwait(false);
                while (run.Noise is { Verdict: NoiseVerdict.Noisy } && again < reruns)
                {
                    again++;
                    run = await series.MeasureAsync(token).ConfigureAwait(false);
                }

                (isSecond ? after : before).Add(run);
                var side = isSecond ? 'B' : 'A';
                await terminal.Error.WriteLineAsync($"pair {pair + 1} of {pairs}, {side}: {RunSeries.Brief(run)}")
                    .ConfigureAwait(false);
            }

        var comparison = RunComparison.Of(before, after, request.Delta, request.Alpha);
        var code = CompareCommand.Write(comparison, before.Count, after.Count, request, terminal.Out);
        await terminal.Out.WriteLineAsync(
            $" {before.Count + after.Count} runs, {again} measured again for noise; saved in "
            + Path.GetFullPath(root)).ConfigureAwait(false);
        return code;
    }
}
