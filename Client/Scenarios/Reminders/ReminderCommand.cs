using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Scenarios.Failover;
using SfPerf.Commands;
using SfPerf.Scenarios;

namespace SfPerf.Client.Scenarios.Reminders;

/// <summary><c>sfperf scenario actor-reminders</c>.</summary>
internal sealed class ReminderCommand(ScenarioSettings settings) : IScenario
{
    private readonly ReminderSettings _sizes = new(settings.Parameters);

    public int Rounds => settings.Rounds;

    public IReadOnlyList<ScenarioBlock> Blocks =>
        [.. ReminderArms.All.Select(a => new ScenarioBlock(a, _sizes.Lead.TotalSeconds + 3))];

    public static ScenarioDefinition Definition { get; } = new(
        ReminderCatalogue.Name,
        "How late reminders of actors fire when many are due at once, and when their primary is killed before.",
        ReminderCatalogue.Instance, settings => new ReminderCommand(settings));

    public async Task<ExitCode> RunAsync(CancellationToken token)
    {
        var runs = new ScenarioRuns(settings);
        runs.CheckFolder();
        var progress = settings.Progress(Blocks);
        var notes = settings.Quiet ? TextWriter.Null : settings.Terminal.Error;
        await notes.WriteLineAsync("starting a cluster of its own, 5 nodes").ConfigureAwait(false);
        var service = MeasuredService.Actors;
        var deployment = Deployment.Alone(service,
            KeyValuePair.Create("ActorStore_ServiceType", "ReminderActorServiceType"),
            KeyValuePair.Create("ActorStore_PartitionCount", "1"));
        var cluster = await FailoverCluster.StartAsync(
            deployment, service, _sizes.RecoveryMax, TimeProvider.System, token).ConfigureAwait(false);
        var rounds = new List<IReadOnlyList<ArmResult>>();
        await using (cluster.ConfigureAwait(false))
        {
            var scenario = new ReminderScenario(cluster, _sizes, TimeProvider.System);
            runs.Begin();
            for (var round = 0; round < Rounds; round++)
            {
                var results = new List<ArmResult>();
                foreach (var arm in ReminderArms.All)
                {
                    progress.Begin();
                    var result = await scenario.RunAsync(arm, token).ConfigureAwait(false);
                    progress.End(round, arm, FormattableString.Invariant($"{result.Phase.Operations} fired, the last ")
                        + FormattableString.Invariant($"{result.Seconds * 1000:0} ms late"));
                    results.Add(result);
                }

                rounds.Add(results);
                runs.Add(results);
            }
        }

        var table = new ReminderTable(rounds, _sizes.Reminders);
        table.Write(settings.Terminal.Out);
        return runs.End(table.Judge(), new Dictionary<string, double>());
    }
}
