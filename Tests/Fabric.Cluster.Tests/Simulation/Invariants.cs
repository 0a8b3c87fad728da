using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using SfPerf.Fabric.Control;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>
/// What must hold after every event. The truth is in the world, above all on the disks; what a replica believes of
/// itself is only compared with it. The numbers are those of docs/explanation/simulation.md.
/// </summary>
internal sealed class Invariants(ReplicationSimulation world)
{
    private readonly List<SimulatedRecord> _committed = [];
    private readonly Dictionary<(LogEpoch Epoch, long Lsn), SimulatedRecord> _written = [];
    private readonly Dictionary<LogEpoch, ReplicaDriver> _primaries = [];
    private readonly Dictionary<long, LogEpoch> _promised = [];
    private readonly Dictionary<ReplicaDriver, long> _checked = [];

    internal int Committed => _committed.Count;

    internal void Recovered(ReplicaDriver driver)
    {
        if (driver.Core.AcceptedEpoch < _promised.GetValueOrDefault(driver.Id))
            throw world.Violation("I5", $"{driver} forgot that it had accepted {_promised[driver.Id]}");
        _checked[driver] = driver.Disk.Stream.FirstLsn - 1;
        CommitPoint(driver);
    }

    internal void Copied(ReplicaDriver driver) => _checked[driver] = driver.Core.CommittedLsn;

    internal void TermBegins(ReplicaDriver driver, LogEpoch epoch)
    {
        world.Trace($"{driver} begins the term {epoch} behind LSN {driver.Core.LastLsn}");
        world.Counts.Terms++;
        if (!_primaries.TryAdd(epoch, driver))
            throw world.Violation("I1", $"{driver} and {_primaries[epoch]} are primaries of {epoch}");
    }

    internal void Appended(ReplicaDriver driver, in SimulatedRecord record, LogEpoch speaker)
    {
        if (speaker < _promised.GetValueOrDefault(driver.Id))
        {
            throw world.Violation(
                "I5", $"{driver} took LSN {record.Lsn} from {speaker} and had accepted {_promised[driver.Id]}");
        }
        var written = record with { Head = record.Head with { CommittedLsn = 0 } };
        if (!_written.TryAdd((record.Epoch, record.Lsn), written)
            && _written[(record.Epoch, record.Lsn)] != written)
        {
            throw world.Violation("I9", $"LSN {record.Lsn} of {record.Epoch} means two things");
        }
    }

    /// <summary>Committed prefixes are equal, and what is newly committed is on quorums of disks.</summary>
    internal void CommitPoint(ReplicaDriver driver)
    {
        var from = _checked.GetValueOrDefault(driver);
        var to = driver.Core.CommittedLsn;
        if (to <= from)
            return;
        _checked[driver] = to;
        var before = _committed.Count;
        for (var lsn = from + 1; lsn <= to; lsn++)
        {
            if (driver.Disk.Stream.At(lsn) is not { } record)
                continue;
            if (lsn <= _committed.Count)
                Same(driver, _committed[(int)lsn - 1], record);
            else if (lsn == _committed.Count + 1)
                _committed.Add(record);
        }
        if (_committed.Count > before)
            OnQuorums(driver, _committed.Count);
    }

    internal void Applying(ReplicaDriver driver, in SimulatedRecord record)
    {
        CommitPoint(driver);
        if (record.Lsn > _committed.Count)
            throw world.Violation("I4", $"{driver} applies LSN {record.Lsn}, which nobody has committed");
        Same(driver, _committed[(int)record.Lsn - 1], record);
    }

    internal void Applied(ReplicaDriver driver) => OnDisk(driver, driver.Core.AppliedLsn, "I4", "has applied");

    internal void Flushed(ReplicaDriver driver) => OnDisk(driver, driver.Core.FlushedLsn, "I6", "counts as flushed");

    internal void SendingAcknowledgement(ReplicaDriver driver, long lsn) => OnDisk(driver, lsn, "I6", "acknowledges");

    internal void Reporting(ReplicaDriver driver, long lsn) => OnDisk(driver, lsn, "I6", "reports");

    internal void Voting(ReplicaDriver driver, LogEpoch epoch)
    {
        if (epoch > _promised.GetValueOrDefault(driver.Id))
            _promised[driver.Id] = epoch;
    }

    internal void Joined(ReplicaDriver driver, LogEpoch epoch)
    {
        if (epoch < _promised.GetValueOrDefault(driver.Id))
            throw world.Violation("I5", $"{driver} obeys {epoch} and had accepted {_promised[driver.Id]}");
    }

    internal void Cutting(ReplicaDriver driver, long keepLsn)
    {
        world.Trace($"{driver} cuts {keepLsn + 1} to {driver.Core.LastLsn}");
        world.Counts.Cuts++;
        if (keepLsn < _committed.Count && driver.Disk.Stream.DurableAt(keepLsn + 1) is { } cut
            && cut.Epoch == _committed[(int)keepLsn].Epoch)
        {
            throw world.Violation("I3", $"{driver} cuts LSN {keepLsn + 1}, which is committed");
        }
    }

    internal void Acknowledging(ReplicaDriver driver, long lsn)
    {
        if (lsn > _committed.Count)
            throw world.Violation("I3", $"{driver} acknowledges LSN {lsn}, not committed");
    }

    internal bool IsReadable(ReplicaDriver driver)
    {
        if (!Granted(driver))
            return false;
        foreach (var other in world.Drivers.Where(d => d.Core.Term.Epoch != driver.Core.Term.Epoch && Granted(d)))
            throw world.Violation("I1", $"{driver} and {other} grant reads in two terms");
        return true;
    }

    /// <summary>At the end, when nothing is under way: all members of the configuration hold and applied the same.
    /// </summary>
    internal void Converged(IEnumerable<ReplicaDriver> drivers)
    {
        foreach (var driver in drivers.Where(d => d.Core.AppliedLsn != _committed.Count))
        {
            throw world.Violation("convergence",
                $"{driver} has applied {driver.Core.AppliedLsn} of {_committed.Count} ({driver.Core.LastLsn} held, "
                + $"{driver.Core.FlushedLsn} flushed, {driver.Core.CommittedLsn} committed)");
        }
    }

    private static bool Granted(ReplicaDriver driver) =>
        driver.Core.ReadStatus(driver.Host.Clock) == PartitionAccessStatus.Granted;

    private void Same(ReplicaDriver driver, in SimulatedRecord committed, in SimulatedRecord held)
    {
        if (committed.Epoch != held.Epoch || committed.Value != held.Value || committed.Key != held.Key)
        {
            throw world.Violation(
                "I2", $"{driver} holds LSN {held.Lsn} of {held.Epoch} ({held.Key} = {held.Value}), committed is that "
                + $"of {committed.Epoch} ({committed.Key} = {committed.Value})");
        }
    }

    private void OnQuorums(ReplicaDriver driver, long lsn)
    {
        // A configuration that has been left counts no more, although its primary may not know that yet.
        var (current, previous) = world.Manager.Stored.Previous.Length > 0
            ? driver.Configuration : (driver.Configuration.Current, []);
        if (driver.Core.Role != ReplicaRole.Primary)
            throw world.Violation("I2", $"{driver} commits LSN {lsn} and is no primary");
        // Copies of an earlier epoch's record do not commit it: a log without it may have a later epoch, and win.
        if (_committed[^1].Epoch != driver.Core.Term.Epoch)
        {
            throw world.Violation(
                "I3", $"{driver} commits LSN {lsn} of {_committed[^1].Epoch} in {driver.Core.Term.Epoch}");
        }
        foreach (var members in new[] { current, previous }.Where(m => m.Length > 0))
        {
            // One that has rotted since it acknowledged held the record when it counted.
            var holders = members.Count(m => world.Rotten.Contains(m.Id)
                || (world.DiskOf(m.Id) is { } disk && Holds(disk, lsn)));
            if (holders < ReplicaCommand.WriteQuorum(members.Length))
            {
                throw world.Violation(
                    "I3", $"{driver} commits LSN {lsn}, which {holders} of {members.Length} disks hold");
            }
        }
    }

    private bool Holds(SimulatedDisk disk, long lsn) => disk.Checkpoint.LastLsn >= lsn
        || disk.Stream.DurableAt(lsn) is { } record && record.Epoch == _committed[(int)lsn - 1].Epoch;

    private void OnDisk(ReplicaDriver driver, long lsn, string name, string verb)
    {
        var disk = driver.Disk;
        if (lsn <= disk.Checkpoint.LastLsn || lsn < disk.Stream.FirstLsn)
            return;
        if (disk.Stream.DurableAt(lsn) is not { } durable || disk.Stream.At(lsn)?.Epoch != durable.Epoch)
            throw world.Violation(name, $"{driver} {verb} LSN {lsn}, which its disk does not hold");
    }
}
