using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;

namespace SfPerf.Scenarios.Concurrency;

/// <summary><c>sfperf scenario wcf-concurrency</c>.</summary>
internal sealed class ConcurrencyCommand(ScenarioSettings settings) : IScenario
{
    private readonly ConcurrencySettings _sizes = new(settings.Parameters);

    public int Rounds => settings.Rounds;

    public IReadOnlyList<ScenarioBlock> Blocks => ConcurrencyScenario.Blocks(_sizes);

    public static ScenarioDefinition Definition { get; } = new(
        ConcurrencyCatalogue.Name,
        "Whether ConcurrencyMode Single or Multiple matters for PerCall WCF services.",
        ConcurrencyCatalogue.Instance, settings => new ConcurrencyCommand(settings));

    public async Task<ExitCode> RunAsync(CancellationToken token)
    {
        var output = settings.Terminal.Out;
        var runs = new ScenarioRuns(settings);
        runs.CheckFolder();
        var progress = settings.Progress(Blocks);
        var scenario = new ConcurrencyScenario(_sizes, output, progress);
        progress.WarmUp(_sizes.Warmup);
        await scenario.WarmUpAsync(token).ConfigureAwait(false);
        var rounds = new List<IReadOnlyList<ArmResult>>();
        runs.Begin();
        for (var round = 0; round < settings.Rounds; round++)
        {
            rounds.Add(await scenario.RoundAsync(round, token).ConfigureAwait(false));
            runs.Add(rounds[^1]);
        }

        var table = new ConcurrencyTable(rounds, _sizes);
        var judged = table.Judge();
        await output.WriteLineAsync().ConfigureAwait(false);
        table.Write(output);
        if (_sizes.SharedCalls > 0)
        {
            var shared = new SharedTable(rounds, _sizes);
            shared.Write(output);
            judged = judged.Concat(shared.Judge());
        }

        return runs.End(judged, new Dictionary<string, double>());
    }
}
