using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Output;
using SfPerf.Client.Telemetry;
using SfPerf.Metrics.Machine;

namespace SfPerf.Client.Runs;

/// <summary>Measures one plan: on the cluster it names, on one of its own, or without any.</summary>
internal sealed class PlanRunner
{
    private readonly RunPlan _plan;
    private readonly string _id;
    private readonly IProgressView _view;
    private readonly TimeProvider _time;

    private PlanRunner(RunPlan plan, string id, IProgressView view, TimeProvider time) =>
        (_plan, _id, _view, _time) = (plan, id, view, time);

    /// <summary>Measures.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="view">Shown how far the run is.</param>
    /// <param name="warnings">Told of a collector that does not take the metrics.</param>
    /// <param name="time">The clock.</param>
    /// <param name="token">Ends the run early.</param>
    public static async Task<(Measurement Measured, ClusterFacts Cluster)> RunAsync(
        RunPlan plan, IProgressView view, TextWriter warnings, TimeProvider time, CancellationToken token)
    {
        var id = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(3));
        using var export = OtlpExport.Start(plan.Parameters.TargetServiceType, new Dictionary<string, object>
        {
            ["sfperf.run.id"] = id, ["sfperf.run.name"] = plan.Parameters.Name,
            ["sfperf.sdk"] = EnvironmentFacts.Read().Sdk ?? "",
        }, plan.Collector, warnings);
        var (measured, cluster) = await new PlanRunner(plan, id, export?.Watch(view) ?? view, time).RunAsync(token)
            .ConfigureAwait(false);
        view.Finish();
        export?.Metrics.Record(measured.Phases);
        export?.Metrics.Complete(measured.Noise?.Verdict, measured.Status);
        return (measured, cluster);
    }

    private async Task<(Measurement Measured, ClusterFacts Cluster)> RunAsync(CancellationToken token)
    {
        if (_plan.Deployment is not { } deployment)
        {
            var targets = LocalTargets.Create(_plan, _time);
            var local = new LocalSession(_plan.Parameters, targets, _time);
            await using (local.ConfigureAwait(false))
                return (await MeasureAsync(local, ClusterProcesses.None, null, token).ConfigureAwait(false),
                    LocalTargets.FactsOf(targets));
        }

        var asked = _time.GetTimestamp();
        var lease = await ClusterLease.TakeAsync(_plan.Parameters, deployment, _view, token).ConfigureAwait(false);
        await using (lease.ConfigureAwait(false))
        {
            using var gateway = new Gateway(lease.GatewayAddress);
            Func<CancellationToken, Task<ClusterProcesses>>? find = ClusterProcesses.AreHere(lease.GatewayAddress)
                ? async t => ClusterProcesses.Read(await gateway.StatusAsync(t).ConfigureAwait(false)) : null;
            var processes = find is null ? ClusterProcesses.None : await find(token).ConfigureAwait(false);
            var facts = await ClusterFacts.ReadAsync(lease.GatewayAddress, token).ConfigureAwait(false);
            var drivers = await DriverConnection.ConnectAsync(
                lease.ClientEndpoint, new Uri(facts.Application + "/LoadDriver"), _plan.Parameters.Clients, token)
                .ConfigureAwait(false);
            var session = new DriverSession(_plan.Parameters, drivers, facts.Application + "/StatefulStore");
            await using (session.ConfigureAwait(false))
            {
                var waited = _time.GetElapsedTime(asked);
                var measured = await MeasureAsync(session, processes, find, token).ConfigureAwait(false);
                if (measured.Phases is [{ FirstOperation: { } first }, ..])
                    _view.Note($"First operation {waited.TotalSeconds + first / 1e9:0.0} s after the cluster was asked "
                        + "for.");
                return (measured, facts);
            }
        }
    }

    private async Task<Measurement> MeasureAsync(IRunSession session, ClusterProcesses processes,
        Func<CancellationToken, Task<ClusterProcesses>>? find, CancellationToken token)
    {
        Measurement measured;
        var sampler = new CounterSampler(processes, find, _time);
        await using (sampler.ConfigureAwait(false))
            measured = await new RunEngine(session, () => MachineReading.Take(sampler.Own), _time)
                .MeasureAsync(_id, _plan.Parameters, _view, token).ConfigureAwait(false);
        measured.Counters = sampler.Series(measured.Phases);
        var storeHere = processes.All.Count > 0 || _plan.Peers.Any(p => p.IsLoopback);
        measured.Noise = RunNoise.Judge(measured.Blocks, measured.Counters, storeHere);
        return measured;
    }
}
