using System;
using System.Linq;
using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Control;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>Drives the real <see cref="StatefulPartition"/>: timers, hosts, and commands that take time.</summary>
internal sealed class ManagerDriver(ReplicationSimulation world)
{
    private const long RestartWait = 200_000;
    private const long FirstWait = 20_000;
    private const long StragglerWait = 2_000;
    private StatefulPartition _partition = null!;
    private PartitionConfiguration? _stored;
    private long _lastId;
    private int _incarnation;

    /// <summary>Gets the host that clients are told to call; null while there is no primary.</summary>
    internal SimulatedHost? Published { get; private set; }

    internal bool IsComplete => _partition.Snapshot.Complete;

    internal PartitionSnapshot Snapshot => _partition.Snapshot;

    internal PartitionConfiguration Stored => _stored!;

    internal void Start()
    {
        _incarnation++;
        _partition = new(Guid.Empty, ReplicationSimulation.Replicas, ReplicationSimulation.MinReplicas,
            FailoverEpoch.First(1), _stored, () => ++_lastId);
        Tell(new PartitionEvent.Nodes([.. world.Hosts.Select(h => h.Node)]));
        foreach (var host in world.Hosts.Where(h => !h.IsUp))
            StartSoon(host);
    }

    internal void MovePrimary() => Tell(new PartitionEvent.MovePrimary(null));

    /// <summary>A host is gone, or is given up though it may still run.</summary>
    internal void OnHostDown(SimulatedHost host, bool certain)
    {
        host.IsKnown = false;
        Tell(new PartitionEvent.HostDown(host.Node, certain));
    }

    internal void OnFault(SimulatedHost host, long replica)
    {
        if (host.IsKnown)
            Tell(new PartitionEvent.Fault(replica, Permanent: false));
    }

    /// <summary>Starts a host once its old process is gone.</summary>
    internal void StartSoon(SimulatedHost host) => After(5_000 + world.Random.Next(30_000), () =>
    {
        if (host is { IsUp: true, IsKnown: true })
            return;
        // The node reports the end of a process before it starts the next one.
        if (host.IsUp || host.HasUntoldEnd)
        {
            StartSoon(host);
            return;
        }
        if (!host.TryStart())
        {
            StartSoon(host);
            return;
        }
        world.BeginHeartbeats(host);
        After(world.Random.Next(3_000), () => TellIfUp(host));
    });

    private void TellIfUp(SimulatedHost host)
    {
        if (host is { IsUp: true, IsKnown: true })
            Tell(new PartitionEvent.HostUp(host.Node));
    }

    private void After(long delay, Action happens)
    {
        var incarnation = _incarnation;
        world.Queue.At(world.Queue.Now + delay, () =>
        {
            if (incarnation == _incarnation)
                happens();
        });
    }

    private void Tell(PartitionEvent happened)
    {
        if (world.IsTraced)
            world.Trace($"> {happened}");
        foreach (var action in _partition.Step(happened).ToArray())
        {
            if (world.IsTraced && action is not PartitionAction.Publish)
                world.Trace(action.ToString()!);
            Do(action);
        }
    }

    private void Do(PartitionAction action)
    {
        switch (action)
        {
            case PartitionAction.Store store:
                _stored = store.Configuration;
                break;
            case PartitionAction.EnsureHost host:
                After(100, () => TellIfUp(world.HostOf(host.Node)));
                break;
            case PartitionAction.Send send:
                Send(send);
                break;
            case PartitionAction.AwaitFirst:
                After(FirstWait, () => Tell(new PartitionEvent.FirstWaitExpired()));
                break;
            case PartitionAction.AwaitLease lease:
                world.Counts.LeaseWaits++;
                After(world.Bug == PlantedBug.SkipsLeaseWait ? 0 : ReplicationSimulation.LeaseWait,
                    () => Tell(new PartitionEvent.LeaseExpired(lease.Version)));
                break;
            case PartitionAction.AwaitStragglers wait:
                After(StragglerWait, () => GoOnWithoutStragglers(wait.Version));
                break;
            case PartitionAction.AwaitRestart wait:
                After(RestartWait, () => Tell(new PartitionEvent.RestartWaitExpired(wait.Replica)));
                break;
            case PartitionAction.RetryLater retry:
                After(3_000L * Math.Min(8, retry.Attempt), () => Tell(new PartitionEvent.RetryDue(retry.Replica)));
                break;
            case PartitionAction.Publish publish:
                var primary = publish.Snapshot.Replicas
                    .FirstOrDefault(r => r is { Role: Role.Primary, Status: ReplicaStatus.Ready });
                Published = primary is null ? null : world.HostOf(primary.Node);
                break;
        }
    }

    private void GoOnWithoutStragglers(long version)
    {
        var before = _stored;
        Tell(new PartitionEvent.StragglerWaitExpired(version));
        if (_stored != before)
            world.Counts.Stragglers++;
    }

    private void Send(PartitionAction.Send send)
    {
        var host = world.HostOf(send.Replica.Node);
        if (host is not { IsUp: true, IsKnown: true })
            return;
        var incarnation = _incarnation;
        host.FromManager.Send(() => Arrive(host, send.Replica.Id, send.Command, answer =>
        {
            if (send.Request == 0)
                return;
            host.ToManager.Send(() =>
            {
                if (incarnation == _incarnation && host.IsKnown)
                    Tell(answer with { Request = send.Request });
            });
        }));
    }

    // At the host.
    private void Arrive(SimulatedHost host, long id, ReplicaCommand command, Action<PartitionEvent.Reply> reply)
    {
        if (command.Kind == ReplicaCommandKind.Open)
        {
            Open(host, id, command, reply);
            return;
        }
        if (host.Replica is { } replica && replica.Id == id)
            replica.Take(command, reply);
        else if (command.Kind == ReplicaCommandKind.Drop)
            host.Remove(id);
        else
            reply(new(0) { Error = "not open" });
    }

    private void Open(SimulatedHost host, long id, ReplicaCommand command, Action<PartitionEvent.Reply> reply)
    {
        if (host.Replica is not null)
        {
            reply(new(0) { Error = "another replica is open" });
            return;
        }
        if (!host.Disks.TryGetValue(id, out var disk))
        {
            if (!command.New)
            {
                reply(new(0) { StateLost = true });
                return;
            }
            host.Disks[id] = disk = new(host);
        }
        host.Flush();
        disk.Stream.WhenFlushed(() => host.After(world.DiskTime(), () =>
        {
            // It may have been dropped while it was being opened.
            if (host.Replica is not null || !host.Disks.ContainsValue(disk))
                return;
            var driver = new ReplicaDriver(world, host, id, disk);
            if (!driver.TryRecover())
            {
                host.Remove(id);
                reply(new(0) { StateLost = true });
                return;
            }
            host.Replica = driver;
            reply(new(0) { ReplicatorAddress = host.Address });
        }));
    }
}
