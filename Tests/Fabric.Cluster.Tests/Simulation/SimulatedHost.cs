using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>One node's service host: a process that starts, pauses and dies, and disks that outlive it.</summary>
internal sealed class SimulatedHost(ReplicationSimulation world, int number)
{
    private int _incarnation;

    internal int Number => number;

    internal string Node { get; } = $"N{number}";

    internal bool IsUp { get; private set; }

    /// <summary>Gets or sets whether the manager hears it and is heard.</summary>
    internal bool IsKnown { get; set; }

    internal long PausedUntil { get; set; }

    internal long SlowUntil { get; set; }

    internal SimulatedClock Clock { get; private set; } = null!;

    internal SortedDictionary<long, SimulatedDisk> Disks { get; } = [];

    internal ReplicaDriver? Replica { get; set; }

    internal Channel FromManager { get; private set; } = null!;

    internal Channel ToManager { get; private set; } = null!;

    internal string Address => $"{Node}:{_incarnation}";

    internal void Start()
    {
        IsUp = IsKnown = true;
        PausedUntil = 0;
        var drift = (world.Random.NextDouble() - 0.5) * 0.06;
        Clock = new(world.Queue, world.Random.Next(1_000_000_000), 1 + drift);
        FromManager = new(world, world.Hosts.Count, number, this);
        ToManager = new(world, number, world.Hosts.Count, null);
        world.Trace($"{Address} starts");
    }

    internal void Die()
    {
        if (!IsUp)
            return;
        world.Trace($"{Address} dies");
        IsUp = IsKnown = false;
        _incarnation++;
        Replica = null;
        (FromManager.IsBroken, ToManager.IsBroken) = (true, true);
        foreach (var disk in Disks.Values)
            disk.Crash(world.Random);
        foreach (var connection in world.Connections.Where(c => c.Primary == this || c.Secondary == this).ToArray())
            connection.Break();
    }

    internal void After(long delay, Action happens) => At(world.Queue.Now + delay, happens);

    /// <summary>Happens unless this process has ended; while it is paused, later.</summary>
    internal void At(long time, Action happens)
    {
        var incarnation = _incarnation;
        world.Queue.At(time, () => Run(incarnation, happens));
    }

    /// <summary>Writes and flushes what a stream has gathered, group after group.</summary>
    internal void Flush(SimulatedStream stream, ReplicaDriver? owner)
    {
        if (!stream.HasWork)
            return;
        var end = stream.BeginFlush();
        owner?.SendQueued();
        var slow = SlowUntil > world.Queue.Now ? world.Random.Next(40_000) : 0;
        After(slow + world.DiskTime(), () =>
        {
            var (last, generation) = stream.EndFlush(end);
            Replica?.OnFlushed(stream, last, generation);
            Flush(stream, Replica);
        });
    }

    private void Run(int incarnation, Action happens)
    {
        if (!IsUp || incarnation != _incarnation)
            return;
        if (PausedUntil > world.Queue.Now)
            world.Queue.At(PausedUntil, () => Run(incarnation, happens));
        else
            happens();
    }
}
