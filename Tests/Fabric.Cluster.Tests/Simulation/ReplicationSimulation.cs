using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>
/// Plays one partition whole: the real failover core, real replica cores, over simulated disks, network, processes and
/// clocks, with clients whose history is checked. One seed is one course of events, in virtual microseconds.
/// </summary>
internal sealed class ReplicationSimulation
{
    internal const int Keys = 3;
    internal const int Replicas = 3;
    internal const int MinReplicas = 2;
    internal const long LeaseTicks = 80_000;
    internal const long LeaseWait = LeaseTicks * 11 / 10;
    internal const long EpochTimeout = 20_000;
    internal const long ConnectTimeout = 60_000;
    private const long Troubled = 900_000;
    private const long Healing = 4_000_000;
    private const long Settling = 400_000;
    private readonly StringBuilder? _story;
    private readonly int _seed;
    private readonly FaultSchedule _faults;
    private readonly long[,] _blockedUntil;

    internal ReplicationSimulation(int seed, PlantedBug bug = PlantedBug.None, bool isTraced = false)
    {
        (_seed, Bug, Random) = (seed, bug, new(seed));
        _story = isTraced ? new() : null;
        SegmentBytes = Random.Next(2) == 0 ? 8 << 10 : 12 << 10;
        var hosts = 3 + Random.Next(3);
        for (var i = 0; i < hosts; i++)
            Hosts.Add(new(this, i));
        _blockedUntil = new long[hosts + 1, hosts + 1];
        Checks = new(this);
        Manager = new(this);
        Clients = new(this);
        _faults = new(this, Troubled);
    }

    internal EventQueue Queue { get; } = new();

    internal Random Random { get; }

    internal PlantedBug Bug { get; }

    /// <summary>Gets the length of a segment of the logs: so short that a seed fills several.</summary>
    internal int SegmentBytes { get; }

    internal List<SimulatedHost> Hosts { get; } = [];

    internal List<SimulatedConnection> Connections { get; } = [];

    internal Invariants Checks { get; }

    internal ManagerDriver Manager { get; }

    internal SimulatedClients Clients { get; }

    internal SimulationCounts Counts { get; } = new();

    private string Suffix => $". Seed {_seed} at ";

    internal bool IsTroubled => Queue.Now < Troubled;

    internal bool IsTraced => _story is not null;

    internal long Nanoseconds => Queue.Now * 1000;

    /// <summary>Gets the replicas of all processes that run, seen or unseen.</summary>
    internal IEnumerable<ReplicaDriver> Drivers => Hosts.Where(h => h.IsUp && h.Replica is not null)
        .Select(h => h.Replica!);

    /// <summary>Plays; throws with the story when something does not hold, or a part of it throws.</summary>
    internal void Run()
    {
        try
        {
            Play();
        }
        catch (Exception e) when (e is not SimulationException)
        {
            throw new InvalidOperationException(
                $"{e.GetType().Name}: {e.Message}{Suffix}{Queue.Now} us.{Environment.NewLine}{_story}", e);
        }
    }

    private void Play()
    {
        foreach (var host in Hosts)
        {
            _ = host.TryStart();
            BeginHeartbeats(host);
        }
        Manager.Start();
        Clients.Start();
        _faults.Schedule();
        while (Queue.TryRun(Troubled))
        {
        }
        Heal();
        Clients.Stop();
        RunUntil(Queue.Now + Settling);
        Checks.Converged(Drivers.Where(d => Manager.Stored.Current.Any(l => l.Id == d.Id)));
        Clients.Check();
        Counts.Events = Queue.EventsRun;
        Counts.Acknowledged = Clients.Acknowledged;
    }

    internal SimulationException Violation(string name, string what) =>
        new($"{name}: {what}{Suffix}{Queue.Now} us.{Environment.NewLine}{_story}");

    internal void Trace(string line)
    {
        if (_story is null)
            return;
        _ = _story.Append(Queue.Now).Append(' ').AppendLine(line);
    }

    internal SimulatedHost HostOf(string node) => Hosts.Find(h => h.Node == node)!;

    /// <summary>Gets the replicas whose disks have rotted.</summary>
    internal HashSet<long> Rotten { get; } = [];

    internal SimulatedDisk? DiskOf(long replica) =>
        Hosts.Select(h => h.Disks.GetValueOrDefault(replica)).FirstOrDefault(d => d is not null);

    internal long DiskTime() => Random.Next(30) == 0 ? 1_000 + Random.Next(20_000) : 100 + Random.Next(600);

    internal long ArrivalTime(int from, int to)
    {
        var delay = Random.Next(40) == 0 ? 500 + Random.Next(8_000) : 50 + Random.Next(350);
        return Math.Max(Queue.Now, _blockedUntil[from, to]) + delay;
    }

    internal long ClientArrivalTime() => Queue.Now + 50 + Random.Next(Random.Next(20) == 0 ? 20_000 : 500);

    internal bool IsBlocked(int from, int to) =>
        _blockedUntil[from, to] > Queue.Now || _blockedUntil[to, from] > Queue.Now;

    /// <summary>A host dies, and the manager learns of it.</summary>
    internal void Crash(SimulatedHost host) => _faults.Crash(host);

    internal void Block(int from, int to, long until) => _blockedUntil[from, to] = until;

    /// <summary>A reply on its way to a client.</summary>
    internal void After(SimulatedHost from, Action happens)
    {
        if (from.IsUp)
            Queue.At(ClientArrivalTime(), happens);
    }

    internal void BeginHeartbeats(SimulatedHost host) => host.After(LeaseTicks / 8, () =>
    {
        host.Replica?.SendHeartbeats();
        BeginHeartbeats(host);
    });

    private void Heal()
    {
        Trace("the troubles end");
        foreach (var host in Hosts)
            (host.PausedUntil, host.SlowUntil, host.DiskFailsUntil, host.DiskIsFullUntil) = (0, 0, 0, 0);
        Array.Clear(_blockedUntil);
        var (end, healed) = (Queue.Now + Healing, Queue.Now);
        while (!(Manager.IsComplete && Clients.LastWriteAt > healed))
        {
            if (!Queue.TryRun(end))
                throw Violation("liveness", $"it does not recover: {Manager.Snapshot}, {Manager.Stored}");
        }
    }

    private void RunUntil(long end)
    {
        while (Queue.TryRun(end))
        {
        }
    }
}

/// <summary>Something that must hold does not; the message has the story of the run.</summary>
internal sealed class SimulationException(string message) : InvalidOperationException(message);

/// <summary>What a run has met: a fault that never happens proves nothing.</summary>
internal sealed class SimulationCounts
{
    internal long Events { get; set; }

    internal int Acknowledged { get; set; }

    internal int Terms { get; set; }

    internal int Cuts { get; set; }

    internal int Checkpoints { get; set; }

    internal int PartialCheckpoints { get; set; }

    internal int PartialCopies { get; set; }

    internal int LeaseWaits { get; set; }

    internal int Stragglers { get; set; }

    internal int LostLogs { get; set; }

    internal int LostReplicas { get; set; }

    internal int[] CatchUps { get; } = new int[4];

    internal int[] Faults { get; } = new int[Enum.GetValues<SimulatedFault>().Length];

    internal void Add(SimulationCounts other)
    {
        Events += other.Events;
        Acknowledged += other.Acknowledged;
        Terms += other.Terms;
        Cuts += other.Cuts;
        Checkpoints += other.Checkpoints;
        PartialCheckpoints += other.PartialCheckpoints;
        PartialCopies += other.PartialCopies;
        LeaseWaits += other.LeaseWaits;
        Stragglers += other.Stragglers;
        LostLogs += other.LostLogs;
        LostReplicas += other.LostReplicas;
        for (var i = 0; i < CatchUps.Length; i++)
            CatchUps[i] += other.CatchUps[i];
        for (var i = 0; i < Faults.Length; i++)
            Faults[i] += other.Faults[i];
    }
}
