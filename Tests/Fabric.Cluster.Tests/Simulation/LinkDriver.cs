using System;
using System.Collections.Generic;
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
            var (copied, state) = (owner.Core.HistoryUpTo(owner.Core.AppliedLsn), (long[])owner.Registers.Clone());
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
        SendSuffix(number);
    }

    // What is flushed is read from the log, a few records at a time; the rest goes out together with what follows.
    private void SendSuffix(int number)
    {
        if (!Counts(number))
            return;
        var stream = owner.Disk.Stream;
        if (_sentLsn + 1 < stream.FirstLsn)
        {
            Restart(number);
            return;
        }
        for (var i = 0; i < SuffixChunk && _sentLsn < owner.Core.FlushedLsn; i++)
            PostRecord(stream);
        if (_sentLsn < owner.Core.FlushedLsn)
        {
            owner.Host.After(World.Random.Next(1000), () => SendSuffix(number));
            return;
        }
        while (_sentLsn < owner.Core.LastLsn)
            PostRecord(stream);
        owner.GoLive(this, _sentLsn);
    }

    private void PostRecord(SimulatedStream stream)
    {
        var record = stream.At(++_sentLsn)!.Value;
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
