using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;

namespace SfPerf.Scenarios.Channels;

/// <summary><c>sfperf scenario wcf-channel</c>.</summary>
internal sealed class ChannelCommand(ScenarioSettings settings) : IScenario
{
    // What one call of all arms together takes on two cores, roughly.
    private const double SecondsPerCall = 0.5e-3;
    private readonly ChannelSettings _sizes = new(settings.Parameters);

    public int Rounds => settings.Rounds;

    public IReadOnlyList<ScenarioBlock> Blocks =>
        [.. _sizes.Calls.Select(c => new ScenarioBlock(BlockName(c), SecondsPerCall * c))];

    public static ScenarioDefinition Definition { get; } = new(
        ChannelCatalogue.Name,
        "What it costs to make a WCF channel for each call over net.tcp, instead of reusing one.",
        ChannelCatalogue.Instance, settings => new ChannelCommand(settings));

    public async Task<ExitCode> RunAsync(CancellationToken token) =>
        await DedicatedThread.RunAsync(() => Run(token)).ConfigureAwait(false);

    private ExitCode Run(CancellationToken token)
    {
        var runs = new ScenarioRuns(settings);
        runs.CheckFolder();
        var progress = settings.Progress(Blocks);
        using var scenario = new ChannelScenario(_sizes);
        progress.WarmUp(_sizes.Warmup);
        scenario.WarmUp(_sizes.Warmup, token);
        var rounds = new List<IReadOnlyList<ArmResult>>();
        runs.Begin();
        for (var round = 0; round < settings.Rounds; round++)
        {
            var results = new List<ArmResult>();
            foreach (var calls in _sizes.Calls)
            {
                progress.Begin();
                var block = scenario.Block(round, calls, token);
                progress.End(round, BlockName(calls), $"{block.Sum(r => r.Seconds) * 1000:0} ms");
                results.AddRange(block);
            }

            rounds.Add(results);
            runs.Add(results);
        }

        var table = new ChannelTable(rounds, _sizes.Calls);
        table.Write(settings.Terminal.Out);
        return runs.End(table.Judge(), table.Slopes());
    }

    private static string BlockName(int calls) => $"{calls} calls of each arm";
}
