using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Linq;
using System.Runtime.ExceptionServices;
using SfPerf.Fabric.Log;
using SfPerf.Fabric.Log.Tests;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>One node's service host: a process that starts, pauses and dies, and disks that outlive it.</summary>
[SuppressMessage("Design", "CA1001", Justification = "The simulated disk holds nothing but memory.")]
internal sealed class SimulatedHost(ReplicationSimulation world, int number)
{
    private int _incarnation;
    private bool _flushing;
    private FaultyStorage _storage = new();
    private SharedLog? _log;
    private bool _diskFailed;
    private ExceptionDispatchInfo? _broken;

    internal int Number => number;

    internal string Node { get; } = $"N{number}";

    /// <summary>Gets the log of the host: the real one, over a simulated disk.</summary>
    internal SharedLog Log => _log!;

    internal bool IsUp { get; private set; }

    /// <summary>Gets or sets whether the manager hears it and is heard.</summary>
    internal bool IsKnown { get; set; }

    /// <summary>Gets or sets whether the manager is about to learn that a process has ended.</summary>
    internal bool HasUntoldEnd { get; set; }

    internal long PausedUntil { get; set; }

    internal long SlowUntil { get; set; }

    /// <summary>Gets or sets whether a bit of the disk flips when the process dies.</summary>
    internal bool Rots { get; set; }

    /// <summary>
    /// Gets whether the log, or a write of a record, has failed: the process ends as soon as it has done what it does
    /// now.
    /// </summary>
    internal bool IsEnding => _diskFailed;

    /// <summary>Gets or sets until when the disk takes no write, or no flush, or neither.</summary>
    internal long DiskFailsUntil { get; set; }

    /// <summary>Gets or sets until when the disk has no room for a new file.</summary>
    internal long DiskIsFullUntil { get; set; }

    /// <summary>Gets whether a file cannot be written anew at this moment.</summary>
    internal bool TakesNoFile => Math.Max(DiskFailsUntil, DiskIsFullUntil) > world.Queue.Now;

    internal SimulatedClock Clock { get; private set; } = null!;

    internal SortedDictionary<long, SimulatedDisk> Disks { get; } = [];

    internal ReplicaDriver? Replica { get; set; }

    internal Channel FromManager { get; private set; } = null!;

    internal Channel ToManager { get; private set; } = null!;

    internal string Address => $"{Node}:{_incarnation}";

    /// <returns>False: the disk fails, and the process ends at once.</returns>
    internal bool TryStart()
    {
        if (!TryOpenLog())
            return false;
        IsUp = IsKnown = true;
        PausedUntil = 0;
        var drift = (world.Random.NextDouble() - 0.5) * 0.06;
        Clock = new(world.Queue, world.Random.Next(1_000_000_000), 1 + drift);
        FromManager = new(world, world.Hosts.Count, number, this);
        ToManager = new(world, number, world.Hosts.Count, null);
        world.Trace($"{Address} starts");
        return true;
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
        CrashDisk();
        foreach (var connection in world.Connections.Where(c => c.Primary == this || c.Secondary == this).ToArray())
            connection.Break();
    }

    internal void After(long delay, Action happens) => At(world.Queue.Now + delay, happens);

    internal void AfterFlush(Action happens) => After(world.DiskTime(), happens);

    /// <summary>Happens unless this process has ended; while it is paused, later.</summary>
    internal void At(long time, Action happens)
    {
        var incarnation = _incarnation;
        world.Queue.At(time, () => Run(incarnation, happens));
    }

    /// <summary>Writes and flushes what the log has gathered, group after group. When that fails, the process ends.
    /// </summary>
    internal void Flush()
    {
        if (_flushing)
            return;
        _flushing = Log.TryBeginGroup();
        EndIfFailed();
        if (!_flushing)
            return;
        var slow = SlowUntil > world.Queue.Now ? world.Random.Next(40_000) : 0;
        After(slow + world.DiskTime(), () =>
        {
            _flushing = false;
            var flushed = Log.EndGroup();
            EndIfFailed();
            if (flushed)
                Flush();
        });
    }

    /// <summary>Calls an owner of the log. What it throws ends the simulation; thrown here, it would end the log.
    /// </summary>
    internal void Guard(Action owner)
    {
        try
        {
            owner();
        }
        catch (Exception e)
        {
            _broken ??= ExceptionDispatchInfo.Capture(e);
        }
    }

    /// <summary>A record could not be written. Whether it has reached the disk is unknown: the process ends.</summary>
    internal void EndForDisk()
    {
        _diskFailed = true;
        EndIfFailed();
    }

    private void EndIfFailed()
    {
        _broken?.Throw();
        if (!_diskFailed)
            return;
        var address = Address;
        world.Queue.At(world.Queue.Now, () =>
        {
            if (IsUp && Address == address)
                world.Crash(this);
        });
    }

    /// <summary>Deletes a replica with all that it has on the disk.</summary>
    internal void Remove(long id)
    {
        if (!Disks.Remove(id, out var disk))
            return;
        disk.Stream.Drop();
        TidySoon();
    }

    /// <summary>Segments were freed: they are erased in a while.</summary>
    internal void TidySoon() => After(world.Random.Next(20_000), Log.TidyNow);

    internal SimulationException Violation(string name, string what) => world.Violation(name, what);

    // What a start will find is looked at at once: whether another host may count on this disk depends on it.
    private void CrashDisk()
    {
        _flushing = false;
        var random = world.Random;
        // Of what was not flushed, a process that is killed leaves all in the page cache; a power cut any sectors.
        var kept = random.Next(3);
        _storage = Rots || random.Next(2) == 0 ? _storage.AfterKill()
            : _storage.AfterPowerLoss(_ => kept == 2 ? random.Next(2) == 0 : kept == 1);
        if (Rots && random.Next(3) == 0)
            LoseReplica();
        if (Rots && !IsWholeAfterRot())
            return;
        _log = OpenLog(_storage.AfterKill());
        foreach (var disk in Disks.Values)
            disk.Stream.Recovered();
    }

    // The record of a replica or its checkpoint rots: the checksum says so when they are read. What the log holds of
    // it is given up.
    private void LoseReplica()
    {
        Rots = false;
        if (Disks.Count == 0)
            return;
        var id = Disks.Keys.ElementAt(world.Random.Next(Disks.Count));
        world.Trace($"{Node} loses replica {id}");
        world.Counts.LostReplicas++;
        world.Rotten.Add(id);
        Disks.Remove(id);
    }

    // What rots is either found, and then all replicas of the host are lost, or it was of no use to anybody.
    private bool IsWholeAfterRot()
    {
        Rots = false;
        var image = _storage.RandomImage(world.Random);
        var at = world.Random.Next(image.Length);
        image[at] ^= (byte)(1 << world.Random.Next(8));
        try
        {
            _log = SharedLog.OpenDriven(_storage.AfterKill(), Layout());
            return true;
        }
        catch (LogCorruptedException e)
        {
            world.Trace($"{Node} loses its log: {e.Message}");
            world.Counts.LostLogs++;
            world.Rotten.UnionWith(Disks.Keys);
            Disks.Clear();
            (_storage, _log) = (new(), null);
            return false;
        }
    }

    private bool TryOpenLog()
    {
        _diskFailed = false;
        // A write can fail before anything is written, and a flush after all is.
        var fails = world.Random.Next(3);
        _storage.Flushing = _storage.FlushingMark = fails != 1 ? FailIfDue : null;
        _storage.Writing = fails != 0 ? _ => FailIfDue() : null;
        _storage.Creating = () =>
        {
            if (TakesNoFile)
                throw new IOException("Input/output error, or no space left on device");
        };
        _storage.ForgetsFailedFlushes = true;
        try
        {
            _log = OpenLog(_storage);
        }
        catch (IOException)
        {
            world.Trace($"{Node} cannot open its log");
            return false;
        }
        foreach (var disk in Disks.Values)
            disk.Stream.Recovered();
        foreach (var stream in _log.Streams.Where(s => Disks.Values.All(d => d.Stream.Id != s.Id)))
            _log.DropStream(stream);
        return true;
    }

    private SharedLog OpenLog(FaultyStorage storage)
    {
        try
        {
            return SharedLog.OpenDriven(storage, Layout());
        }
        catch (LogCorruptedException e)
        {
            throw world.Violation("I6", $"the log of {Node} calls itself corrupt after a crash: {e.Message}");
        }
    }

    private LogOptions Layout() => new()
    {
        SegmentBytes = world.SegmentBytes, InitialSegments = 0, SpareSegments = 0, GroupSpacing = TimeSpan.Zero,
        Faulted = _ => _diskFailed = true,
    };

    private void FailIfDue()
    {
        if (DiskFailsUntil > world.Queue.Now)
            throw new IOException("Input/output error");
    }

    private void Run(int incarnation, Action happens)
    {
        if (!IsUp || incarnation != _incarnation || _diskFailed)
            return;
        if (PausedUntil > world.Queue.Now)
            world.Queue.At(PausedUntil, () => Run(incarnation, happens));
        else
            happens();
    }
}
