using System;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Replication;

public sealed partial class Replicator
{
    private const string NotOpen = "the replica is not open";
    private bool _receiving;                            // guarded by _gate: EndReceive will come, and apply

    // Under the gate: the primary's connection that counts.
    private SecondarySession? Session => _core.Connection as SecondarySession;

    /// <summary>
    /// Takes a primary's session if its epoch is the newest that the runtime told this replica of, durably. That may
    /// be waited for: a primary may have been told sooner than its secondary. No session can raise the epoch by itself,
    /// so none can shut out the primaries to come.
    /// </summary>
    internal async Task<(LogEpoch Accepted, long AppliedLsn, ProgressVector Progress)> JoinAsync(
        SecondarySession session, LogEpoch epoch)
    {
        await AwaitEpochAsync(epoch).ConfigureAwait(false);
        await _recordGate.EnterAsync(_closing.Token).ConfigureAwait(false);
        try
        {
            PrimaryConnection? replaced;
            lock (_gate)
            {
                replaced = null;
                var refusal = _stream is null ? NotOpen
                    : session.IsClosed ? "the primary has let go of it" : _core.Join(session, epoch, out replaced);
                if (refusal is not null)
                    throw new ConnectionRefusedException(refusal);
            }
            Close(replaced, "a newer connection of the primary replaced it");
            // A state that is not whole cannot do without what its checkpoint left to the log: as if it were applied.
            lock (_gate)
                return (_core.AcceptedEpoch, Math.Max(_core.AppliedLsn, _state.WholeLsn), _core.History);
        }
        finally
        {
            _recordGate.Exit();
        }
    }

    private async Task AwaitEpochAsync(LogEpoch epoch)
    {
        var time = _host.Options.Time;
        var start = time.GetTimestamp();
        while (true)
        {
            Task changed;
            LogEpoch accepted;
            lock (_gate)
            {
                if (_core.IsClosed || _stream is null)
                    throw new ConnectionRefusedException(NotOpen);
                accepted = _core.AcceptedEpoch;
                if (epoch <= accepted)
                    return;
                changed = _records.Changed;
            }
            var left = _host.Options.EpochTimeout - time.GetElapsedTime(start);
            if (left <= TimeSpan.Zero || !await EndsWithinAsync(changed, left).ConfigureAwait(false))
            {
                throw new ConnectionRefusedException(
                    $"epoch {epoch} was not announced here, {accepted} is the newest");
            }
        }
    }

    private static async Task<bool> EndsWithinAsync(Task task, TimeSpan limit)
    {
        await task.WaitAsync(limit).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return task.IsCompleted;
    }

    private static void Close(PrimaryConnection? connection, string reason) =>
        (connection as SecondarySession)?.Close(reason);

    /// <summary>
    /// Cuts what the primary does not have, and acknowledges the rest. False: the session does not count any more.
    /// </summary>
    internal bool Keep(SecondarySession session, long keepLsn)
    {
        lock (_gate)
        {
            var decision = _core.Keep(session, keepLsn, out var actions);
            if (decision == KeepDecision.Cut)
                Cut(keepLsn);
            else
                (actions.Acknowledge as SecondarySession)?.Acknowledge(actions.AcknowledgedLsn);
            return decision != KeepDecision.NotCounted;
        }
    }

    // Under the gate. What is left is acknowledged when the cut itself is flushed.
    private void Cut(long keepLsn)
    {
        _stream!.TruncateTail(keepLsn);
        while (_pending.FirstLsn + _pending.Count - 1 > keepLsn)
            _pending.RemoveLast().Slice.Release();
        _core.Cut(keepLsn);
    }

    /// <summary>Appends one record of the primary's. False: the session does not count any more.</summary>
    internal bool Receive(SecondarySession session, in LogRecord record, ReadOnlySpan<byte> payload)
    {
        lock (_gate)
        {
            var decision = _core.Receive(session, record.Lsn);
            if (decision == ReceiveDecision.NotCounted)
                return false;
            _receiving = true;
            if (decision == ReceiveDecision.Duplicate)
                return true;
            var slice = _stream!.Append(
                record with { CommittedLsn = _core.CommittedLsn }, payload, flushFollows: true);
            _pending.Add(new PendingRecord(record with { Payload = slice.Memory }, slice, null));
            _core.Received(record);
            return true;
        }
    }

    /// <summary>Tells whether a session is that of the primary that is obeyed.</summary>
    internal bool Counts(SecondarySession session)
    {
        lock (_gate)
            return _core.Connection == session;
    }

    internal bool TakeCommitPoint(SecondarySession session, long committedLsn)
    {
        lock (_gate)
            return _core.CommitPointTold(session, committedLsn);
    }

    /// <summary>After a batch of frames, when the log was asked to flush: applies what they made sure.</summary>
    internal void EndReceive()
    {
        bool apply;
        lock (_gate)
        {
            _receiving = false;
            apply = _apply.TryBegin();
        }
        if (apply)
            _apply.RunBriefly();
    }

    internal void Leave(SecondarySession session)
    {
        bool apply;
        lock (_gate)
        {
            _core.Left(session);
            _receiving = false;
            apply = _apply.TryBegin();
        }
        if (apply)
            _apply.Queue();
    }
}
