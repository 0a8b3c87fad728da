using System;
using System.Linq;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>What a simulation does to its processes, disks and connections.</summary>
internal enum SimulatedFault
{
    /// <summary>A host dies; what it had not flushed is lost, all or part of it.</summary>
    Crash,

    /// <summary>A host stands still.</summary>
    Pause,

    /// <summary>What is sent from one host to another is held up.</summary>
    CutOneWay,

    /// <summary>All connections of a host break.</summary>
    BreakConnections,

    /// <summary>The manager loses a host that goes on running for a while.</summary>
    Forsake,

    /// <summary>The primary is moved.</summary>
    MovePrimary,

    /// <summary>A replica writes a checkpoint and shortens its log.</summary>
    Checkpoint,

    /// <summary>The manager ends, and all hosts with it.</summary>
    RestartManager,

    /// <summary>The service of a replica reports a fault.</summary>
    ReportFault,

    /// <summary>The flushes of a host take long for a while.</summary>
    SlowFlushes,

    /// <summary>The disk of a host fails for a while: writes, flushes, or both.</summary>
    DiskFails,

    /// <summary>The disk of a host has no room for a while: what needs a new file fails.</summary>
    DiskFull,

    /// <summary>A host dies, and a bit of its log, or of a record or checkpoint, flips. Only while all replicas are
    /// whole.</summary>
    Rot,
}

/// <summary>
/// Faults of one seed: each kind is switched on or off as a whole, because constant faults of all kinds keep a run from
/// ever coming far.
/// </summary>
internal sealed class FaultSchedule(ReplicationSimulation world, long end)
{
    private const long Detection = 3_000;

    internal void Schedule()
    {
        var kinds = Enum.GetValues<SimulatedFault>()
            .Where(k => k == SimulatedFault.Checkpoint || world.Random.Next(2) == 0).ToArray();
        var count = 4 + world.Random.Next(16);
        for (var i = 0; i < count; i++)
        {
            var kind = kinds[world.Random.Next(kinds.Length)];
            world.Queue.At(20_000 + (long)(world.Random.NextDouble() * (end - 60_000)), () => Do(kind));
        }
    }

    private SimulatedHost AnyHost() => world.Hosts[world.Random.Next(world.Hosts.Count)];

    // Half of the time the one that leads, if there is one.
    private SimulatedHost Target() =>
        world.Random.Next(2) == 0 && world.Manager.Published is { } leader ? leader : AnyHost();

    private void Do(SimulatedFault kind)
    {
        var host = Target();
        if (kind != SimulatedFault.RestartManager && !host.IsUp)
            return;
        world.Counts.Faults[(int)kind]++;
        if (world.IsTraced)
            world.Trace($"! {kind} {host.Node}");
        switch (kind)
        {
            case SimulatedFault.Crash:
                Crash(host);
                break;
            case SimulatedFault.Pause:
                host.PausedUntil = world.Queue.Now + 1_000 + world.Random.Next(150_000);
                break;
            case SimulatedFault.CutOneWay:
                CutOneWay(host);
                break;
            case SimulatedFault.BreakConnections:
                foreach (var c in world.Connections.Where(c => c.Primary == host || c.Secondary == host).ToArray())
                    c.Break();
                break;
            case SimulatedFault.Forsake when host.IsKnown:
                Forsake(host);
                break;
            case SimulatedFault.MovePrimary:
                world.Manager.MovePrimary();
                break;
            case SimulatedFault.Checkpoint:
                foreach (var driver in world.Drivers.ToArray())
                    driver.WriteCheckpoint();
                break;
            case SimulatedFault.ReportFault when host.Replica is { } faulty:
                faulty.ReportFault();
                break;
            case SimulatedFault.SlowFlushes:
                host.SlowUntil = world.Queue.Now + 20_000 + world.Random.Next(200_000);
                break;
            // Nobody promises anything where two disks of three rot at once.
            case SimulatedFault.Rot when world.Manager.IsComplete
                && world.Manager.Stored.Current.All(r => !world.Rotten.Contains(r.Id)):
                host.Rots = true;
                Crash(host);
                break;
            case SimulatedFault.DiskFails:
                host.DiskFailsUntil = world.Queue.Now + 1_000 + world.Random.Next(100_000);
                break;
            case SimulatedFault.DiskFull:
                host.DiskIsFullUntil = world.Queue.Now + 1_000 + world.Random.Next(200_000);
                break;
            case SimulatedFault.RestartManager when world.Random.Next(3) == 0:
                foreach (var each in world.Hosts)
                    each.Die();
                world.Manager.Start();
                break;
        }
    }

    internal void Crash(SimulatedHost host)
    {
        var known = host.IsKnown;
        host.Die();
        if (!known)
            return;
        host.HasUntoldEnd = true;
        TellDown(host);
    }

    private void TellDown(SimulatedHost host) =>
        world.Queue.At(world.Queue.Now + world.Random.Next((int)Detection), () =>
        {
            host.HasUntoldEnd = false;
            if (host.IsUp)
                return;
            world.Manager.OnHostDown(host, certain: true);
            world.Manager.StartSoon(host);
        });

    private void CutOneWay(SimulatedHost host)
    {
        var other = AnyHost();
        if (other == host)
            return;
        var until = world.Queue.Now + 5_000 + world.Random.Next(200_000);
        world.Block(host.Number, other.Number, until);
        if (world.Random.Next(2) == 0)
            world.Block(other.Number, host.Number, until);
    }

    // Nobody has proved that the process has ended; it has, after a while.
    private void Forsake(SimulatedHost host)
    {
        var address = host.Address;
        world.Manager.OnHostDown(host, certain: false);
        world.Queue.At(world.Queue.Now + world.Random.Next(250_000), () =>
        {
            if (host.Address == address)
                host.Die();
            world.Manager.StartSoon(host);
        });
    }
}
