using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management.Evaluation;
using SfPerf.Fabric.Cluster.Management.Events;
using SfPerf.Fabric.Cluster.Management.Faults;
using SfPerf.Fabric.Control;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>Chaos. It ends with the manager, and its events with it.</content>
internal sealed partial class ClusterManager : IChaosCluster
{
    private readonly ChaosLog _chaosLog;
    private readonly CancellationTokenSource _chaosEnd = new();
    private ChaosRun? _chaos; // on the loop
    private CancellationTokenSource? _chaosStop; // on the loop; null: none runs
    private Task _chaosTask = Task.CompletedTask; // on the loop

    /// <summary>Starts chaos.</summary>
    /// <exception cref="ClusterException">It runs already.</exception>
    internal Task<bool> StartChaosAsync(ChaosParameters parameters) => _loop.InvokeAsync(() =>
    {
        if (_chaosStop is not null)
            throw new ClusterException("FABRIC_E_CHAOS_ALREADY_RUNNING", "Chaos runs already. Allowed: stop it first.");
        Log.ChaosBegins(parameters.Seed);
        (_chaos, _chaosStop) = (new(this, parameters, _chaosLog, _time),
            CancellationTokenSource.CreateLinkedTokenSource(_chaosEnd.Token));
        Observe(_chaosTask = RunChaosAsync(_chaos, _chaosStop));
        return true;
    });

    /// <summary>Stops chaos, and waits until nothing is struck any more. Nothing happens where none runs.</summary>
    internal async Task StopChaosAsync()
    {
        var running = await _loop.InvokeAsync(() =>
        {
            _chaosStop?.Cancel();
            return _chaosTask;
        }).ConfigureAwait(false);
        await running.ConfigureAwait(false);
    }

    internal Task<ChaosView> ChaosAsync() => _loop.InvokeAsync(() => new ChaosView(
        _chaosStop is not null ? "Running" : _chaos is null ? "None" : "Stopped", _chaos?.Parameters ?? new()));

    /// <summary>Gets the last events of chaos, the oldest first.</summary>
    internal ChaosEvent[] ChaosEvents() => _chaosLog.All();

    // Health counts once everything is whole: until then it says no more than that something is not.
    async Task<(ChaosState State, string Unstable)> IChaosCluster.LookAsync(ClusterHealthPolicy policy)
    {
        var (state, unstable) = await _loop.InvokeAsync(() => (ChaosTargets(), Unstable())).ConfigureAwait(false);
        if (unstable.Length > 0)
            return (state, unstable);
        var health = (await HealthAsync(new() { Cluster = policy }).ConfigureAwait(false))["cluster"];
        return (state, health.State != Health.Error ? "" : "The health of the cluster is Error. "
            + string.Join(' ', health.Evaluations.Select(e => e.Description)));
    }

    private ChaosState ChaosTargets()
    {
        var hosts = _nodes.SelectMany(n => n.Hosts, (n, h) =>
            new ChaosHost(h.Key, n.Name, h.Value.Activation.ApplicationName));
        var partitions = _partitions.Values.Select(p => new ChaosPartition(
            p.Id, p.Service.Name, p.Application.Name, p.Service.Stateful)
        {
            Replicas = [.. p.Snapshot.Replicas.Select(r =>
                (r.Node, HostId(_nodes.First(n => n.Name == r.Node), p), r.Role == Role.Primary))],
        });
        return new([.. _nodes.Select(n => new ChaosNode(n.Name, n.Description.Type))], [.. hosts], [.. partitions]);
    }

    Task IChaosCluster.StrikeAsync(ChaosFault fault) => fault.Kind switch
    {
        ChaosFaultKind.RestartNode => KillNodeAsync(fault.Node),
        ChaosFaultKind.RestartCodePackage => _loop.InvokeAsync(() => KillHost(fault)),
        ChaosFaultKind.RestartReplica => _loop.InvokeAsync(() => RestartReplica(fault)),
        _ => MovePrimaryAsync(fault.Service, fault.Partition, fault.Node),
    };

    private string Unstable()
    {
        if (Array.Find(_nodes, n => !n.Up) is { } node)
            return $"Node {node.Name} is down.";
        if (_nodes.SelectMany(n => n.Hosts.Values).FirstOrDefault(h => !h.Ready) is { } host)
            return $"{host.Activation.HostId} is not ready.";
        var broken = _partitions.Values.FirstOrDefault(
            p => p.Snapshot is not { Status: PartitionStatus.Ready, Complete: true });
        return broken is null ? "" : $"Partition {broken.Id} of {broken.Service.Name} is {broken.Snapshot}.";
    }

    private bool KillHost(ChaosFault fault)
    {
        if (NodeOf(fault.Node).Hosts.GetValueOrDefault(fault.Host) is not { ProcessId: not 0 and var process })
            throw new ClusterException(InvalidOperation, $"{fault.Host} does not run.");
        _events.Add(EventKinds.Kill, fault.Host, $"kill of {fault.Host} ({Processes([process])})");
        return ProcessControl.Kill(process);
    }

    private bool RestartReplica(ChaosFault fault)
    {
        var partition = PartitionOf(fault.Partition.ToString());
        var replica = partition.Snapshot.Replicas.FirstOrDefault(r => r.Node == fault.Node)
            ?? throw new ClusterException(
                InvalidOperation, $"There is no replica of {fault.Partition} on {fault.Node}.");
        RestartReplicas(partition, [replica.Id]);
        return true;
    }

    private async Task RunChaosAsync(ChaosRun run, CancellationTokenSource stop)
    {
        await Task.Yield();
        try
        {
            await run.RunAsync(stop.Token).ConfigureAwait(false);
        }
        finally
        {
            _ = await _loop.InvokeAsync(() =>
            {
                _chaosStop = null;
                stop.Dispose();
                return true;
            }).ConfigureAwait(false);
        }
    }
}
