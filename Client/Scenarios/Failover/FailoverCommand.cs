using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Output;
using SfPerf.Commands;
using SfPerf.Reports.Text;
using SfPerf.Scenarios;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary><c>sfperf scenario failover</c>.</summary>
internal sealed class FailoverCommand(ScenarioSettings settings) : IScenario
{
    private readonly FailoverSettings _sizes = new(settings.Parameters);

    public int Rounds => settings.Rounds;

    public IReadOnlyList<ScenarioBlock> Blocks =>
        [.. _sizes.Kinds.Select(k => new ScenarioBlock(k, _sizes.SecondsOf(k)))];

    public string Saved => "one run with all events";

    public static ScenarioDefinition Definition { get; } = new(
        FailoverCatalogue.Name,
        "How long the store is away when processes of its cluster are killed or stopped, under a steady load.",
        FailoverCatalogue.Instance, settings => new FailoverCommand(settings));

    public async Task<ExitCode> RunAsync(CancellationToken token)
    {
        foreach (var kind in _sizes.LeftOut)
        {
            await settings.Terminal.Error.WriteLineAsync(
                $"sfperf: {kind} is left out: this system cannot stop a process.").ConfigureAwait(false);
        }

        if (_sizes.Kinds.Count == 0)
        {
            throw new SfPerfException(ExitCode.BadParameters, "no event is left; allowed here: "
                + $"{string.Join(", ", FaultKinds.All.Where(FaultKinds.IsPossible))}.");
        }

        RunsFolder.Check(settings.Folder);
        var service = MeasuredService.Dictionary;
        // With one partition, whatever hits its primary hits every operation, so that no other hides the outage.
        var deployment = Deployment.Alone(service, KeyValuePair.Create("StatefulStore_PartitionCount", "1"));
        var progress = settings.Progress(Blocks);
        var notes = settings.Quiet ? TextWriter.Null : settings.Terminal.Error;
        await notes.WriteLineAsync("starting a cluster of its own, 5 nodes; then about "
            + RemainingTime.Text(new RemainingTime(Blocks, Rounds).Guess)).ConfigureAwait(false);
        var cluster = await FailoverCluster.StartAsync(
            deployment, service, _sizes.RecoveryMax, TimeProvider.System, token).ConfigureAwait(false);
        FailoverRun run;
        await using (cluster.ConfigureAwait(false))
        {
            run = new FailoverRun(
                settings, _sizes, await FactsAsync(cluster, token).ConfigureAwait(false), TimeProvider.System);
            var scenario = new FailoverScenario(cluster, run, _sizes, Rounds, progress, TimeProvider.System);
            await scenario.RunAsync(token).ConfigureAwait(false);
        }

        return End(run);
    }

    private static Task<ClusterFacts> FactsAsync(FailoverCluster cluster, CancellationToken token) =>
        ClusterFacts.ReadAsync(
            cluster.Info.Gateway, cluster.Info.Application, MeasuredService.Dictionary, token);

    private ExitCode End(FailoverRun run)
    {
        var record = run.Failover;
        settings.RoundEnded?.Invoke(run.Results);
        IReadOnlyList<Expectation> expectations = [];
        if (record.Events.Count > 0)
        {
            FailoverTable.Write(record, settings.Terminal.Out);
            settings.Terminal.Out.WriteLine();
            expectations = run.Judge();
            foreach (var one in expectations)
                settings.Terminal.Out.WriteLine($" {one.OutcomeText,-12} {one.Claim}: {one.Evidence}");
        }

        if (run.Save(expectations) is { } folder)
        {
            settings.Terminal.Out.WriteLine($" {record.Events.Count} events, saved in {Path.GetFullPath(folder)}");
            settings.Terminal.Out.WriteLine($" as a page: sfperf report {Path.GetFullPath(folder)}");
        }
        if (run.Reason is { } reason)
            settings.Terminal.Error.WriteLine($"sfperf: {reason}");
        if (record.Contradictions.Count > 0)
        {
            settings.Terminal.Error.WriteLine("sfperf: reads contradict acknowledged writes: "
                + string.Join(", ", record.Contradictions.Select(c => $"{c.Key} {c.Value}")) + ".");
            return ExitCode.ThresholdFailed;
        }

        return run.Code != ExitCode.Ok ? run.Code : Expectations.Code(expectations, settings.FailOn);
    }
}
