using System;
using System.Collections.Generic;
using SfPerf.Fabric.Log.Reading;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>A primary's way to one secondary: connects, brings it up, and begins anew, as SecondaryLink does.</summary>
internal sealed class LinkDriver(ReplicaDriver owner, SecondaryProgress progress, string address)
{
    private const int SuffixChunk = 4;
    private readonly List<Action<ReplicaDriver, SimulatedSession>> _outbox = [];
    private SimulatedConnection? _connection;
    private SimulatedSession? _session;
    private LogReader? _suffix;
    private long _sentLsn;

    internal SecondaryProgress Progress => progress;

    internal string Address => address;

    internal bool IsStopped { get; private set; }

    /// <summary>Gets or sets what is called once: the secondary has caught up (true) or is let go (false).</summary>
    internal Action<bool>? Built { get; set; }

    private ReplicationSimulation World => owner.World;

    internal void Start() => owner.Host.After(World.Random.Next(500), TryConnect);

    internal void Stop()
    {
        if (IsStopped)
            return;
        IsStopped = true;
        EndSuffix();
        progress.IsLive = false;
        Built?.Invoke(false);
        Built = null;
        _connection?.CloseByPrimary();
    }

    internal void NoteCaughtUp()
    {
        if (!progress.HasCaughtUp || Built is not { } built)
            return;
        Built = null;
        built(true);
    }

    internal void Queue(SimulatedRecord record) => _outbox.Add((driver, session) => driver.TakeRecord(session, record));

    internal void SendQueued()
    {
        foreach (var frame in _outbox)
            Post(frame);
        _outbox.Clear();
    }

    internal void SendCommitPoint(long committedLsn)
    {
        SendQueued();
        Post((driver, session) => driver.TakeCommitPoint(session, committedLsn));
    }

    internal void SendHeartbeat(long timestamp)
    {
        SendQueued();
        var (number, connection, session) = (progress.Connection, _connection!, _session!);
        connection.ToSecondary(() => session.Take(() => connection.ToPrimary(() =>
            owner.Core.Term.Echoed(progress, number,
                World.Bug == PlantedBug.LeaseFromAnswer ? owner.Host.Clock.GetTimestamp() : timestamp))));
    }

    private void TryConnect()
    {
        if (IsStopped)
            return;
        var target = World.Hosts.Find(h => h.IsUp && h.Address == address);
        if (target is null || World.IsBlocked(owner.Host.Number, target.Number))
        {
            Retry();
            return;
        }
        var connection = new SimulatedConnection(World, owner.Host, target);
        World.Connections.Add(connection);
        (_connection, _session) = (connection, null);
        _outbox.Clear();
        var number = owner.Core.Term.Connect(progress);
        connection.PrimaryLearnsOfEnd = () => TakeDown(number);
        var epoch = owner.Core.Term.Epoch;
        // A link whose secondary does not answer in time begins anew.
        owner.Host.After(ReplicationSimulation.ConnectTimeout, () =>
        {
            if (progress.Connection == number && !progress.IsLive && _session is null)
                Restart(number);
        });
        connection.ToSecondary(() => Hello(connection, target, number, epoch));
    }

    // At the secondary.
    private void Hello(SimulatedConnection connection, SimulatedHost target, int number, LogEpoch epoch)
    {
        if (target.Replica is not { } driver || driver.Id != progress.ReplicaId || driver.Core.IsClosed)
        {
            connection.CloseBySecondary();
            return;
        }
        var session = new SimulatedSession(connection, epoch);
        session.Acknowledge = lsn => owner.OnAcknowledged(this, number, lsn);
        driver.Join(session, (accepted, applied, history) =>
            connection.ToPrimary(() => Welcome(number, session, accepted, applied, history)));
    }

    private void Welcome(
        int number, SimulatedSession session, LogEpoch accepted, long appliedLsn, ProgressVector history)
    {
        if (!Counts(number))
            return;
        _session = session;
        var decision = owner.Core.CatchUp(owner.Disk.Stream.FirstLsn, accepted, history, appliedLsn);
        Post((driver, s) => driver.TakeStart(s, decision));
        if (decision.Mode == CatchUpMode.Full)
        {
            var (copied, state) = owner.OpenCopy();
            BeginSuffix(copied.LastLsn + 1);
            owner.Host.After(World.DiskTime(), () =>
            {
                if (!Counts(number))
                    return;
                Post((driver, s) => driver.TakeCopy(s, copied, state));
                _sentLsn = copied.LastLsn;
                SendSuffix(number);
            });
            return;
        }
        _sentLsn = decision.KeepLsn;
        BeginSuffix(_sentLsn + 1);
        SendSuffix(number);
    }

    // As long as it is open, the log keeps what it has still to read, whatever is given up meanwhile.
    private void BeginSuffix(long firstLsn)
    {
        EndSuffix();
        _suffix = owner.Disk.Stream.OpenReader(firstLsn);
    }

    private void EndSuffix()
    {
        _suffix?.Dispose();
        _suffix = null;
    }

    // What is flushed is read from the log, a few records at a time; the rest goes out together with what follows.
    private void SendSuffix(int number)
    {
        if (!Counts(number))
            return;
        for (var i = 0; i < SuffixChunk && _sentLsn < owner.Core.FlushedLsn; i++)
            PostRecord(ReadNext());
        if (_sentLsn < owner.Core.FlushedLsn)
        {
            owner.Host.After(World.Random.Next(1000), () => SendSuffix(number));
            return;
        }
        EndSuffix();
        while (_sentLsn < owner.Core.LastLsn)
            PostRecord(owner.Disk.Stream.At(_sentLsn + 1)!.Value);
        owner.GoLive(this, _sentLsn);
    }

    private SimulatedRecord ReadNext()
    {
        var (lsn, stream) = (_sentLsn + 1, owner.Disk.Stream);
        if (!_suffix!.TryRead(out var read))
            throw World.Violation("I6", $"{owner} counts LSN {lsn} as flushed, and its log does not give it");
        var record = SimulatedRecord.Of(read);
        if (record.Lsn != lsn || (stream.At(lsn) is { } held && held != record))
            throw World.Violation("I6", $"the log of {owner} gives LSN {record.Lsn} for {lsn}, or another record");
        return record;
    }

    private void PostRecord(SimulatedRecord record)
    {
        _sentLsn = record.Lsn;
        Post((driver, session) => driver.TakeRecord(session, record));
    }

    private void Post(Action<ReplicaDriver, SimulatedSession> frame)
    {
        if (_session is not { } session)
            return;
        var host = session.Connection.Secondary;
        session.Connection.ToSecondary(() => session.Take(() =>
        {
            if (host.Replica is { } driver && !driver.Core.IsClosed)
                frame(driver, session);
        }));
    }

    private bool Counts(int number) =>
        !IsStopped && !owner.Core.IsClosed && number == progress.Connection
        && owner.Core.Role == System.Fabric.ReplicaRole.Primary;

    private void TakeDown(int number)
    {
        EndSuffix();
        owner.TakeDown(this, number);
        if (!IsStopped)
            Retry();
    }

    private void Restart(int number)
    {
        _connection?.CloseByPrimary();
        TakeDown(number);
    }

    private void Retry() => owner.Host.After(5_000 + World.Random.Next(10_000), TryConnect);
}
