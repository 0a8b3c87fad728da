using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Links;
using SfPerf.Fabric.Replication.Storage;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Represents one channel of a primary at a secondary. All frames come on the connection's own thread, which serves the
/// channels of other partitions too; only a copy blocks it, and has a connection of its own therefore.
/// </summary>
internal sealed class SecondarySession(ReplicationHost host, Connection connection, int channel) : PrimaryConnection
{
    private Replicator? _replicator;
    private Stream? _copy;
    private ReplicaRecord? _copied;
    private bool _started;
    private bool _copying;
    private int _closed;

    internal bool IsClosed => Volatile.Read(ref _closed) != 0;

    /// <summary>Gets whether something came since the last <see cref="EndReceive"/> that is flushed or applied.
    /// </summary>
    internal bool HasReceived { get; private set; }

    /// <summary>Takes the first frame. The answer may come later, from another thread.</summary>
    internal void Join(ref FrameReader reader)
    {
        var partition = reader.ReadGuid();
        var replica = reader.ReadInt64();
        reader.ReadInt64();
        Epoch = reader.ReadEpoch();
        _ = JoinAsync(partition, replica);
    }

    /// <summary>Takes any later frame.</summary>
    internal void Take(ref FrameReader reader, ReadOnlyMemory<byte> frame)
    {
        if (reader.Type == FrameType.Close)
        {
            Close("closed there");
            return;
        }
        if (IsClosed)
            return;
        if (Volatile.Read(ref _replicator) is not { } replicator)
            throw new InvalidDataException($"A {reader.Type} frame came before Welcome.");
        switch (reader.Type)
        {
            case FrameType.Record when _started:
                TakeRecord(replicator, ref reader, frame);
                break;
            case FrameType.Commit when _started:
                HasReceived = true;
                Require(replicator.TakeCommitPoint(this, reader.ReadInt64()));
                break;
            case FrameType.Heartbeat:
                // A fence ends the session first: no heartbeat that is sent after it is answered.
                Require(replicator.Counts(this));
                Send(FrameType.Echo, reader.ReadInt64());
                break;
            case FrameType.Start when !_started && !_copying:
                Start((CatchUpMode)reader.ReadByte(), reader.ReadInt64());
                break;
            case FrameType.CopyBegin when _copying && _copy is null:
                var last = reader.ReadInt64();
                var copied = new ProgressVector(reader.ReadEpochs(), last);
                RequireNotNewer(copied.LastEpoch);
                (_copy, _copied) = Blocking.Wait(replicator.BeginCopyAsync(copied));
                break;
            case FrameType.CopyBlock when _copy is not null:
                _copy.Write(frame.Span[reader.Position..]);
                break;
            case FrameType.CopyEnd when _copy is not null:
                AdoptCopy();
                break;
            default:
                throw new InvalidDataException($"A {reader.Type} frame is out of place here.");
        }
    }

    /// <summary>Follows a batch of frames that brought something.</summary>
    internal void EndReceive()
    {
        HasReceived = false;
        _replicator!.EndReceive();
    }

    /// <summary>Frees what a copy holds that did not end. The receive thread, after <see cref="Close"/>.</summary>
    internal void End()
    {
        if (_copy is not null)
            CloseCopy();
    }

    /// <summary>Tells the primary what is flushed. Any thread.</summary>
    internal void Acknowledge(long flushedLsn) => Send(FrameType.Acknowledge, flushedLsn);

    /// <summary>As <see cref="Acknowledge"/>, but leaves the sending to whoever told the log's owners.</summary>
    internal void QueueAcknowledgement(long flushedLsn, QueuedSends sends)
    {
        connection.TryQueue(
            Frames.Number(stackalloc byte[Frames.NumberBytes], FrameType.Acknowledge, channel, flushedLsn), default);
        sends.Add(connection);
    }

    /// <summary>Ends the channel and tells the primary why. Any thread; the first call counts.</summary>
    internal void Close(string reason)
    {
        if (Interlocked.Exchange(ref _closed, 1) != 0)
            return;
        connection.TrySend(Frames.Close(channel, reason));
        Volatile.Read(ref _replicator)?.Leave(this);
    }

    private async Task JoinAsync(Guid partition, long replica)
    {
        try
        {
            var replicator = host.Find(partition, replica)
                ?? throw new ConnectionRefusedException($"replica {replica} of partition {partition} is not here");
            var (accepted, applied, progress) = await replicator.JoinAsync(this, Epoch).ConfigureAwait(false);
            Interlocked.Exchange(ref _replicator, replicator);
            if (IsClosed)
                replicator.Leave(this); // Whoever closed it did not know of the replica.
            else
                connection.TrySend(Frames.Welcome(channel, accepted, applied, progress));
        }
        catch (Exception e)
        {
            Close(e.Message);
        }
    }

    private void Send(FrameType type, long value) =>
        connection.TrySend(Frames.Number(stackalloc byte[Frames.NumberBytes], type, channel, value));

    private void Start(CatchUpMode mode, long keepLsn)
    {
        if (mode == CatchUpMode.Full)
        {
            _copying = true;
            return;
        }
        HasReceived = true;
        Require(_replicator!.Keep(this, keepLsn));
        _started = true;
    }

    private void CloseCopy()
    {
        try
        {
            _copy!.Dispose();
        }
        finally
        {
            _copy = null;
            _replicator!.EndCopy(_copied!);
        }
    }

    private void AdoptCopy()
    {
        try
        {
            _replicator!.FlushCopy(_copy!);
            _copy!.Dispose();
            Blocking.Wait(_replicator.AdoptCopyAsync(this, _copied!));
        }
        finally
        {
            CloseCopy(); // Lets the apply loop go; of a copy that was adopted there is nothing to remove.
        }
        (_copying, _started) = (false, true);
    }

    private void TakeRecord(Replicator replicator, ref FrameReader reader, ReadOnlyMemory<byte> frame)
    {
        var type = (LogRecordType)reader.ReadByte();
        var (lsn, committed) = (reader.ReadInt64(), reader.ReadInt64());
        var epoch = reader.ReadEpoch();
        RequireNotNewer(epoch);
        var crc = reader.ReadUInt32();
        var payload = frame.Span[reader.Position..];
        if (Crc32C.Compute(payload) != crc)
            throw new InvalidDataException($"The record with LSN {lsn} arrived damaged.");
        HasReceived = true;
        Require(replicator.Receive(this, new LogRecord(type, epoch, lsn, committed, crc, default), payload));
    }

    // A primary's records were written in its own epoch or in an older one.
    private void RequireNotNewer(LogEpoch epoch)
    {
        if (epoch > Epoch)
            throw new InvalidDataException($"Epoch {epoch} cannot come from the primary of epoch {Epoch}.");
    }

    private static void Require(bool counts)
    {
        if (!counts)
            throw new ConnectionRefusedException("this connection does not count any more");
    }
}
