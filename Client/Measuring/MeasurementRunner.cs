using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Measuring.Clusters;
using SfPerf.Client.Output;
using SfPerf.Client.Telemetry;
using SfPerf.Commands;
using SfPerf.LoadGenerator.SelfTesting;

namespace SfPerf.Client.Measuring;

/// <summary>Measures plans, one after the other: on the cluster they name, on one of its own, or without any. A cluster
/// that one plan needed serves the next ones too.</summary>
/// <param name="warnings">Told of a collector that does not take the metrics.</param>
/// <param name="time">The clock.</param>
internal sealed class MeasurementRunner(TextWriter warnings, TimeProvider time) : IAsyncDisposable
{
    private ClusterLease? _lease;

    /// <summary>Measures one plan.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="view">Shown how far the run is, and keeps it.</param>
    /// <param name="token">Ends the run early.</param>
    public async Task<(Measurement Measured, ClusterFacts Cluster)> RunAsync(
        RunPlan plan, PartialRun view, CancellationToken token)
    {
        var id = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(3));
        using var export = OtlpExport.Start(plan.Parameters.TargetServiceType, new Dictionary<string, object>
        {
            ["sfperf.run.id"] = id, ["sfperf.run.name"] = plan.Parameters.Name,
            ["sfperf.sdk"] = EnvironmentFacts.Read().Sdk ?? "",
        }, plan.Collector, warnings);
        var (measured, cluster) = await RunAsync(plan, id, export, view, token)
            .ConfigureAwait(false);
        view.Finish();
        export?.Metrics.Record(measured.Phases);
        export?.Metrics.Complete(measured.Noise?.Verdict, measured.Status);
        return (measured, cluster);
    }

    /// <summary>Stops the cluster, if it is its own.</summary>
    public ValueTask DisposeAsync() => _lease?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task<(Measurement Measured, ClusterFacts Cluster)> RunAsync(
        RunPlan plan, string id, OtlpExport? export, PartialRun partial, CancellationToken token)
    {
        var view = export?.Watch(partial) ?? partial;
        if (plan.Deployment is not { } deployment)
        {
            // The runtime's timers are too coarse for a store of known service time.
            using var storeTime = plan.Parameters.Simulated ? new FineTime() : null;
            var targets = LocalTargets.Create(plan, storeTime ?? time);
            var local = new LocalSession(plan.Parameters, targets, time);
            await using (local.ConfigureAwait(false))
            {
                return (await MeasureAsync(local, ClusterProcesses.None, null, plan.StoreIsLocal).ConfigureAwait(false),
                    LocalTargets.FactsOf(targets));
            }
        }

        var asked = time.GetTimestamp();
        var isFirst = _lease is null;
        var lease = await LeaseAsync(ClusterUse.Of(plan.Parameters, deployment), view, token).ConfigureAwait(false);
        var service = MeasuredService.Of(plan.Parameters);
        using IMeasuredCluster cluster = deployment.Elsewhere is null
            ? new GatewayCluster(lease, service) : new RestCluster(deployment, service, time);
        Func<CancellationToken, Task<ClusterProcesses>>? find = cluster.TellsProcesses ? cluster.ProcessesAsync : null;
        var processes = find is not null ? await find(token).ConfigureAwait(false)
            : cluster.IsHere ? ClusterProcesses.Untold : ClusterProcesses.None;
        var facts = await cluster.FactsAsync(token).ConfigureAwait(false);
        if (facts.NotTold is { } notTold)
            view.Note(notTold);
        var drivers = await cluster.DriversAsync(plan.Parameters.Clients, token).ConfigureAwait(false);
        var session = new DriverSession(plan.Parameters, drivers, service.NameIn(facts.Application));
        await using (session.ConfigureAwait(false))
        {
            var waited = time.GetElapsedTime(asked);
            await cluster.BeginEventsAsync(token).ConfigureAwait(false);
            var measured = await MeasureAsync(session, processes, find, cluster.IsHere).ConfigureAwait(false);
            measured.Events = await cluster.EndEventsAsync().ConfigureAwait(false);
            if (isFirst && measured.Phases is [{ FirstOperation: { } first }, ..])
            {
                view.Note($"First operation {waited.TotalSeconds + first / 1e9:0.0} s after the cluster was asked "
                    + "for.");
            }

            return (measured, facts);
        }

        async Task<Measurement> MeasureAsync(IRunSession generators, ClusterProcesses hosts,
            Func<CancellationToken, Task<ClusterProcesses>>? findHosts, bool storeHere)
        {
            Measurement measured;
            var sampler = new CounterSampler(
                hosts, findHosts, time, [.. StoreCounters.Asked, .. ActorCounters.Of(plan.Parameters)]);
            export?.Metrics.Observe(sampler.Latest);
            await using (sampler.ConfigureAwait(false))
            {
                measured = await new RunEngine(generators, sampler.ReadMachine, time)
                    .MeasureAsync(id, plan.Parameters, view, partial, token).ConfigureAwait(false);
            }

            measured.Counters = sampler.Series(measured.Phases);
            measured.Noise = RunNoise.Judge(
                measured.Blocks, measured.Counters, storeHere, plan.Parameters.Slo);
            return measured;
        }
    }

    private async Task<ClusterLease> LeaseAsync(ClusterUse use, IProgressView view, CancellationToken token)
    {
        if (_lease is { } held)
        {
            if (await held.ServeAsync(use, view, token).ConfigureAwait(false))
                return held;
            _lease = null;
            await held.DisposeAsync().ConfigureAwait(false);
        }

        return _lease = await ClusterLease.TakeAsync(use, view, token).ConfigureAwait(false);
    }
}
