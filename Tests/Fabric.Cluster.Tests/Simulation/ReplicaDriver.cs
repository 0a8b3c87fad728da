using System;
using System.Collections.Generic;
using System.Fabric;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>
/// Drives one real <see cref="ReplicaCore"/> over a simulated log, disk and network, as the Replicator drives its own.
/// </summary>
internal sealed partial class ReplicaDriver
{
    private readonly Dictionary<long, ClientCall> _calls = [];
    private readonly bool[] _locked = new bool[ReplicationSimulation.Keys];
    private readonly Queue<Action> _gateWaits = [];
    private readonly List<Action> _applyEnded = [];
    private readonly List<Action> _epochWaits = [];
    private readonly List<(long Lsn, bool All, Action Then)> _catchUpWaits = [];
    private bool _gateHeld;
    private bool _applying;
    private int _applyHeld;
    private long _capturedLsn; // of the last checkpoint

    internal ReplicaDriver(ReplicationSimulation world, SimulatedHost host, long id, SimulatedDisk disk)
    {
        (World, Host, Id, Disk) = (world, host, id, disk);
        Core = new(ReplicationSimulation.MinReplicas, ReplicationSimulation.LeaseTicks, new PlantedRules(world.Bug));
    }

    internal ReplicationSimulation World { get; }

    internal SimulatedHost Host { get; }

    internal long Id { get; }

    internal SimulatedDisk Disk { get; private set; }

    internal ReplicaCore Core { get; }

    internal SimulatedRegisters Registers { get; private set; } = new();

    private SimulatedStream Stream => Disk.Stream;

    public override string ToString() => $"{Id}@{Host.Node}";

    /// <summary>Recovers: the checkpoint, then what the log says was committed after it.</summary>
    /// <returns>False: the replica is lost. It was copied, and what the copy left to the log has not arrived.</returns>
    internal bool TryRecover()
    {
        Disk.Exists = true;
        var start = Disk.Checkpoint.LastLsn;
        var wholeLsn = Disk.CheckpointState.WholeLsn;
        if (!Stream.IsThere || Stream.LastLsn < start)
        {
            // The log holds nothing beyond the checkpoint: a number of its own keeps old records from being continued.
            Stream.Drop();
            Disk.Stream = new(Host, start + 1);
        }
        Restore(Disk.CheckpointState, start);
        if (Stream.FirstLsn > start + 1)
        {
            throw World.Violation(
                "I8", $"the log of {this} begins at {Stream.FirstLsn}, its checkpoint ends at {start}");
        }
        if (Disk.IsComplete && Stream.LastLsn < wholeLsn)
            return false;
        var applied = start;
        var committed = Math.Max(start, Stream.RecoveredCommittedLsn);
        if (World.Bug != PlantedBug.IgnoresWholeLsn)
            committed = Math.Max(committed, wholeLsn);
        for (; applied < Math.Min(committed, Stream.LastLsn); applied++)
            Apply(Stream.At(applied + 1)!.Value);
        if (Registers.LacksValue && Stream.LastLsn >= wholeLsn)
            throw World.Violation("I8", $"{this} starts at {applied} without what its checkpoint left to the log");
        Core.Promised(Disk.Accepted, Disk.IsComplete);
        Core.Recovered(Disk.Checkpoint.Continue(Stream.Epochs, Math.Max(start, Stream.LastLsn)), applied);
        World.Checks.Recovered(this);
        return true;
    }

    /// <summary>Gets what a secondary is filled with: the checkpoint that is there, or one of the state as it is.
    /// </summary>
    internal (ProgressVector History, SimulatedRegisters State) OpenCopy() =>
        Disk.Checkpoint.LastLsn > 0 && World.Random.Next(2) == 0
            ? (Disk.Checkpoint, Disk.CheckpointState)
            : (Core.HistoryUpTo(Core.AppliedLsn), Registers.Capture());

    /// <summary>Ends at once; the log goes on, and what is on its way to the disk arrives there.</summary>
    internal void Abort()
    {
        if (!Core.TryClose())
            return;
        Disk.Writing?.Invoke();
        Disk.Writing = null;
        DetachCalls();
        foreach (var link in _links.Values)
            link.Stop();
        _links.Clear();
        _live.Clear();
        _session?.Connection.CloseBySecondary();
        _session = null;
        if (Host.Replica == this)
            Host.Replica = null;
    }

    /// <summary>The replica serves no more, and then says so.</summary>
    internal void ReportFault()
    {
        Abort();
        Host.ToManager.Send(() => World.Manager.OnFault(Host, Id));
    }

    /// <summary>A client reads, writes or compares and sets.</summary>
    internal void Take(ClientCall call)
    {
        var operation = call.Operation;
        if (call.IsRead)
        {
            if (IsReadable)
                call.Reply(Registers[operation.Key]);
            else
                call.Refuse();
            return;
        }
        if (Core.WriteStatus != PartitionAccessStatus.Granted || _locked[operation.Key])
        {
            call.Refuse();
            return;
        }
        var held = Registers[operation.Key];
        if (call.IsCompareAndSet && held != operation.Second)
        {
            if (IsReadable)
                call.Reply(held);
            else
                call.Refuse();
            return;
        }
        call.Held = held;
        _locked[operation.Key] = true;
        _calls.Add(Core.LastLsn + 1, call);
        Append(Core.Next(LogRecordType.Data, 0), (int)operation.Key, operation.Value);
    }

    internal void OnFlushed(SimulatedStream stream, long lastLsn, int generation)
    {
        if (Core.IsClosed || stream != Stream || generation != stream.Generation)
            return;
        var actions = Core.Flushed(lastLsn);
        World.Checks.Flushed(this);
        Carry(actions);
        SendAcknowledgement(actions);
        ApplySoon();
    }

    /// <summary>Writes a checkpoint of the applied state, then shortens the log. Some leave to the log what changed
    /// since the one before was captured, and are checkpoints of that LSN.</summary>
    internal void WriteCheckpoint()
    {
        if (Core.IsClosed || _applyHeld > 0 || Core.AppliedLsn <= _capturedLsn)
            return;
        var (capturedLsn, stream) = (Core.AppliedLsn, Stream);
        var isPart = _capturedLsn > 0 && World.Random.Next(2) == 0;
        var state = isPart ? Registers.CaptureUnchanged(_capturedLsn, capturedLsn) : Registers.Capture();
        var history = Core.HistoryUpTo(
            isPart && World.Bug != PlantedBug.CountsPartAsWhole ? _capturedLsn : capturedLsn);
        if (World.Bug == PlantedBug.TruncatesBeforeCheckpoint)
            stream.TruncateHead(history.LastLsn + 1, history.LastLsn + 1);
        Host.After(World.DiskTime(), () => Enter(() =>
        {
            // The old one and the log stay valid; the next one tries again.
            if (Host.TakesNoFile || Core.IsClosed || stream != Stream || capturedLsn <= _capturedLsn
                || history.LastLsn < Disk.Checkpoint.LastLsn)
            {
                Exit();
                return;
            }
            var last = !isPart && World.Random.Next(2) == 0 ? Disk.Checkpoint.LastLsn : history.LastLsn;
            Save(() => (Disk.Checkpoint, Disk.CheckpointState) = (history, state), () =>
            {
                World.Counts.Checkpoints++;
                World.Counts.PartialCheckpoints += isPart ? 1 : 0;
                _capturedLsn = capturedLsn;
                stream.TruncateHead(last + 1, history.LastLsn + 1);
                Host.TidySoon();
                Exit();
            });
        }));
    }

    private void Restore(SimulatedRegisters checkpoint, long lsn)
    {
        Registers = checkpoint.Restore(lsn);
        _capturedLsn = Math.Max(lsn, checkpoint.WholeLsn);
    }

    private bool IsReadable => World.Bug == PlantedBug.ReadsBeforeCaughtUp
        ? Core.Role == ReplicaRole.Primary && !Core.Term.IsFenced && Host.Clock.GetTimestamp() < Core.Term.LeaseEnd
        : World.Checks.IsReadable(this);

    // One at a time replaces the record, the role or the history, as inside the RecordGate.
    private void Enter(Action then)
    {
        if (_gateHeld)
        {
            _gateWaits.Enqueue(then);
            return;
        }
        _gateHeld = true;
        then();
    }

    private void Exit()
    {
        _gateHeld = false;
        if (_gateWaits.TryDequeue(out var next))
            Enter(next);
    }

    private void Save(Action change, Action then)
    {
        Disk.Writing = change;
        Host.After(World.DiskTime(), () =>
        {
            if (Core.IsClosed)
                return;
            if (Host.TakesNoFile)
            {
                Host.EndForDisk();
                return;
            }
            Disk.Writing = null;
            change();
            then();
        });
    }

    private void Promise(LogEpoch epoch, bool isComplete, Action then)
    {
        if (epoch <= Core.AcceptedEpoch && (!isComplete || Core.IsComplete))
        {
            then();
            return;
        }
        var complete = isComplete || Core.IsComplete;
        Save(
            () =>
            {
                if (World.Bug != PlantedBug.ForgetsPromise)
                    (Disk.Accepted, Disk.IsComplete) = (epoch, complete);
                else
                    Disk.IsComplete = complete;
            },
            () =>
            {
                Core.Promised(epoch, complete);
                TellEpoch();
                then();
            });
    }

    private void TellEpoch()
    {
        var waits = _epochWaits.ToArray();
        _epochWaits.Clear();
        foreach (var wait in waits)
            wait();
    }

    private void ApplySoon()
    {
        if (_applying || _applyHeld > 0 || Core.IsClosed || Core.ApplicableLsn <= Core.AppliedLsn)
            return;
        _applying = true;
        Host.After(World.Random.Next(400), ApplyAll);
    }

    private void ApplyAll()
    {
        while (_applyHeld == 0 && !Core.IsClosed && Core.ApplicableLsn > Core.AppliedLsn)
        {
            var lsn = Core.AppliedLsn + 1;
            Apply(Stream.At(lsn) ?? throw World.Violation("I4", $"{this} applies LSN {lsn}, which it does not hold"));
            Core.Applied(lsn);
            World.Checks.Applied(this);
            if (!_calls.Remove(lsn, out var call))
                continue;
            _locked[call.Operation.Key] = false;
            World.Checks.Acknowledging(this, lsn);
            call.Reply(call.Held);
        }
        _applying = false;
        foreach (var ended in _applyEnded)
            ended();
        _applyEnded.Clear();
    }

    private void Apply(in SimulatedRecord record)
    {
        World.Checks.Applying(this, record);
        if (record.Head.Type == LogRecordType.Data)
            Registers.Set(record);
    }

    private void HoldApply(Action then)
    {
        _applyHeld++;
        if (_applying)
            _applyEnded.Add(then);
        else
            then();
    }

    private void ReleaseApply()
    {
        _applyHeld--;
        ApplySoon();
    }

    // What is in the log may still be committed by the next primary, or cut: nobody knows.
    private void DetachCalls()
    {
        foreach (var call in _calls.Values)
            call.Forget();
        _calls.Clear();
        Array.Clear(_locked);
    }
}
