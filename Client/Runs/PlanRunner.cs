using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Output;
using SfPerf.Metrics.Machine;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Runs;

/// <summary>Measures one plan: on the cluster it names, on one of its own, or without any.</summary>
internal static class PlanRunner
{
    public static async Task<(Measurement Measured, ClusterFacts Cluster)> RunAsync(
        RunPlan plan, IProgressView view, TimeProvider time, CancellationToken token)
    {
        if (plan.Deployment is not { } deployment)
        {
            var targets = LocalTargets.Create(plan, time);
            var local = new LocalSession(plan.Parameters, targets, time);
            await using (local.ConfigureAwait(false))
                return (await MeasureAsync(local, ClusterProcesses.None, plan, view, time, token)
                    .ConfigureAwait(false), LocalTargets.FactsOf(targets));
        }

        var asked = time.GetTimestamp();
        var lease = await ClusterLease.TakeAsync(plan.Parameters, deployment, view, token).ConfigureAwait(false);
        await using (lease.ConfigureAwait(false))
        {
            var processes = ClusterProcesses.None;
            if (ClusterProcesses.AreHere(lease.GatewayAddress))
                using (var gateway = new Gateway(lease.GatewayAddress))
                    processes = ClusterProcesses.Read(await gateway.StatusAsync(token).ConfigureAwait(false));
            var facts = await ClusterFacts.ReadAsync(lease.GatewayAddress, token).ConfigureAwait(false);
            var drivers = await DriverConnection.ConnectAsync(
                lease.ClientEndpoint, new Uri(facts.Application + "/LoadDriver"), plan.Parameters.Clients, token)
                .ConfigureAwait(false);
            var session = new DriverSession(plan.Parameters, drivers, facts.Application + "/StatefulStore");
            await using (session.ConfigureAwait(false))
            {
                var waited = time.GetElapsedTime(asked);
                var measured = await MeasureAsync(session, processes, plan, view, time, token).ConfigureAwait(false);
                if (measured.Phases is [{ FirstOperation: { } first }, ..])
                    view.Note($"First operation {waited.TotalSeconds + first / 1e9:0.0} s after the cluster was asked "
                        + "for.");
                return (measured, facts);
            }
        }
    }

    private static async Task<Measurement> MeasureAsync(
        IRunSession session, ClusterProcesses processes, RunPlan plan, IProgressView view, TimeProvider time,
        CancellationToken token)
    {
        var before = MachineReading.Take(processes.All);
        Measurement measured;
        var sampler = new CounterSampler([("sfperf", Environment.ProcessId), .. processes.Hosts], processes.All, time);
        await using (sampler.ConfigureAwait(false))
            measured = await RunEngine.MeasureAsync(session, plan.Parameters, view, time, token).ConfigureAwait(false);
        measured.Counters = sampler.Series(measured.Phases);
        var after = MachineReading.Take(processes.All);
        if (session is DriverSession { Usage: { Count: > 0 } usage })
        {
            // The drivers are processes of their own, and their counters begin with the run.
            before = before with { ProcessorSeconds = 0, CollectorPauseSeconds = 0 };
            after = after with
            {
                ProcessorSeconds = usage.Max(u => u.ProcessorSeconds),
                CollectorPauseSeconds = usage.Max(u => u.CollectionPauseSeconds),
            };
        }

        // The worst phase speaks for the run.
        var open = measured.Phases.Where(p => p.Lateness is { Count: > 0 } && p.Latency.Count > 0)
            .MaxBy(p => p.Lateness!.ValueAt(99) / (double)Math.Max(1, p.Latency.ValueAt(50)));
        var steady = measured.Phases.Select(SteadyRecord.From).OfType<SteadyRecord>().ToList();
        measured.Noise = new NoiseGuard().Judge(before, after, Environment.ProcessorCount,
            storeOnThisMachine: processes.All.Count > 0 || plan.Peers.Any(p => p.IsLoopback),
            open?.Lateness!.ValueAt(99), open?.Latency.ValueAt(50),
            steady.Count == 0 ? null : steady.TrueForAll(s => s.Found));
        return measured;
    }
}
