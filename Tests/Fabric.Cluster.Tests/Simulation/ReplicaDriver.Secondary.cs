using System;
using System.IO;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <content>What a secondary does with its primary's frames.</content>
internal sealed partial class ReplicaDriver
{
    private SimulatedSession? _session;

    /// <summary>A primary connects; it is answered once its epoch is known here.</summary>
    internal void Join(SimulatedSession session, Action<LogEpoch, long, ProgressVector> welcome)
    {
        session.Block();
        session.Connection.SecondaryLearnsOfEnd = () => Leave(session);
        AwaitEpoch(session, World.Queue.Now + ReplicationSimulation.EpochTimeout, () => Enter(() =>
        {
            var refusal = Core.Join(session, session.Epoch, out var replaced);
            Exit();
            if (refusal is not null)
            {
                session.Connection.CloseBySecondary();
                return;
            }
            World.Checks.Joined(this, session.Epoch);
            (replaced as SimulatedSession)?.Connection.CloseBySecondary();
            _session = session;
            // What is not whole cannot do without what its checkpoint left to the log: as if it were applied.
            welcome(Core.AcceptedEpoch, Math.Max(Core.AppliedLsn, Registers.WholeLsn), Core.History);
            session.GoOn();
        }));
    }

    internal void TakeStart(SimulatedSession session, CatchUpDecision decision)
    {
        World.Trace($"{this} starts: {decision.Mode}, {decision.Reason}");
        World.Counts.CatchUps[(int)decision.Mode]++;
        if (decision.Mode == CatchUpMode.Full)
        {
            session.IsCopying = true;
            return;
        }
        KeepDecision keeps;
        CoreActions actions;
        try
        {
            keeps = Core.Keep(session, decision.KeepLsn, out actions);
        }
        catch (InvalidDataException)
        {
            End(session);
            return;
        }
        if (keeps == KeepDecision.NotCounted)
        {
            End(session);
            return;
        }
        session.IsStarted = true;
        if (keeps == KeepDecision.Cut)
        {
            World.Checks.Cutting(this, decision.KeepLsn);
            Stream.Cut(decision.KeepLsn);
            Core.Cut(decision.KeepLsn);
            Host.Flush();
        }
        SendAcknowledgement(actions);
    }

    internal void TakeRecord(SimulatedSession session, in SimulatedRecord record)
    {
        if (!session.IsStarted || record.Epoch > session.Epoch)
        {
            End(session);
            return;
        }
        ReceiveDecision decision;
        try
        {
            decision = Core.Receive(session, record.Lsn);
        }
        catch (InvalidDataException)
        {
            End(session);
            return;
        }
        if (decision == ReceiveDecision.NotCounted)
            End(session);
        if (decision != ReceiveDecision.Append)
            return;
        Stream.Append(record with { Head = record.Head with { CommittedLsn = Core.CommittedLsn } });
        Core.Received(record.Head);
        World.Checks.Appended(this, record, session.Epoch);
        Host.Flush();
        ApplySoon();
    }

    internal void TakeCommitPoint(SimulatedSession session, long committedLsn)
    {
        if (!session.IsStarted || !Core.CommitPointTold(session, committedLsn))
            End(session);
        else
            ApplySoon();
        World.Checks.CommitPoint(this);
    }

    /// <summary>A copy has arrived.</summary>
    internal void TakeCopy(SimulatedSession session, ProgressVector history, SimulatedRegisters state)
    {
        if (!session.IsCopying || history.LastEpoch > session.Epoch)
        {
            End(session);
            return;
        }
        session.Block();
        HoldApply(() => Host.After(World.DiskTime() * 2, () => Enter(() => Adopt(session, history, state))));
    }

    private void Adopt(SimulatedSession session, ProgressVector history, SimulatedRegisters state)
    {
        if (Host.TakesNoFile || Core.IsClosed || Core.Connection != session)
        {
            Exit();
            ReleaseApply();
            End(session);
            return;
        }
        var (stream, old) = (new SimulatedStream(Host, history.LastLsn + 1), Stream);
        Save(
            () =>
            {
                (Disk.Checkpoint, Disk.CheckpointState, Disk.Stream) = (history, state, stream);
            },
            () =>
            {
                Core.Replaced(history);
                old.Drop();
                Host.TidySoon();
                session.IsMatched = true;
                Restore(state, history.LastLsn);
                World.Counts.PartialCopies += state.WholeLsn > 0 ? 1 : 0;
                Core.Applied(history.LastLsn);
                World.Checks.Copied(this);
                (session.IsCopying, session.IsStarted) = (false, true);
                Exit();
                ReleaseApply();
                SendAcknowledgement(new(session, history.LastLsn));
                session.GoOn();
            });
    }

    private void AwaitEpoch(SimulatedSession session, long until, Action then)
    {
        if (Core.IsClosed)
        {
            session.Connection.CloseBySecondary();
            return;
        }
        if (session.Epoch <= Core.AcceptedEpoch)
        {
            then();
            return;
        }
        var done = false;
        _epochWaits.Add(() =>
        {
            if (done)
                return;
            done = true;
            AwaitEpoch(session, until, then);
        });
        Host.At(until, () =>
        {
            if (done)
                return;
            done = true;
            session.Connection.CloseBySecondary();
        });
    }

    private void End(SimulatedSession session)
    {
        session.Connection.CloseBySecondary();
        Leave(session);
    }

    private void Leave(SimulatedSession session)
    {
        Core.Left(session);
        if (_session == session)
            _session = null;
    }

    private void SendAcknowledgement(in CoreActions actions)
    {
        if (actions.Acknowledge is not SimulatedSession { Acknowledge: { } acknowledge } session)
            return;
        var lsn = actions.AcknowledgedLsn;
        World.Checks.SendingAcknowledgement(this, lsn);
        session.Connection.ToPrimary(() => acknowledge(lsn));
    }
}
