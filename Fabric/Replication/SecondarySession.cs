using System;
using System.IO;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Core;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Storage;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// One connection of a primary at a secondary. All frames come on the connection's own thread, which may block.
/// </summary>
internal sealed class SecondarySession(ReplicationHost host) : PrimaryConnection, IFrameHandler
{
    private Replicator? _replicator;
    private volatile Connection? _connection;
    private Stream? _copy;
    private ReplicaRecord? _copied;
    private bool _started;
    private bool _copying;

    public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
    {
        var reader = new FrameReader(frame.Span);
        if (_replicator is null)
        {
            Join(connection, ref reader);
            return;
        }
        switch (reader.Type)
        {
            case FrameType.Record when _started:
                TakeRecord(ref reader, frame);
                break;
            case FrameType.Commit when _started:
                Require(_replicator.TakeCommitPoint(this, reader.ReadInt64()));
                break;
            case FrameType.Heartbeat:
                connection.TrySend(Frames.Number(stackalloc byte[9], FrameType.Echo, reader.ReadInt64()));
                break;
            case FrameType.Start when !_started && !_copying:
                Start((CatchUpMode)reader.ReadByte(), reader.ReadInt64());
                break;
            case FrameType.CopyBegin when _copying && _copy is null:
                var last = reader.ReadInt64();
                var copied = new ProgressVector(reader.ReadEpochs(), last);
                RequireNotNewer(copied.LastEpoch);
                (_copy, _copied) = Blocking.Wait(_replicator.BeginCopyAsync(copied));
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

    public void OnFramesEnd(Connection connection)
    {
        if (_started)
            _replicator!.EndReceive(connection);
    }

    public void OnClosed(Connection connection, ConnectionClosedException reason)
    {
        try
        {
            if (_copy is not null)
                CloseCopy();
        }
        finally
        {
            _replicator?.Leave(this);
        }
    }

    /// <summary>Tells the primary what is flushed. Any thread.</summary>
    internal void Acknowledge(long flushedLsn) =>
        _connection?.TrySend(Frames.Number(stackalloc byte[9], FrameType.Acknowledge, flushedLsn));

    internal void Close(string reason) => _connection?.Close(reason);

    private void Join(Connection connection, ref FrameReader reader)
    {
        if (reader.Type != FrameType.Hello)
            throw new InvalidDataException($"A {reader.Type} frame came before Hello.");
        var partition = reader.ReadGuid();
        var replica = reader.ReadInt64();
        reader.ReadInt64();
        Epoch = reader.ReadEpoch();
        _connection = connection;
        var replicator = host.Find(partition, replica)
            ?? throw new ConnectionRefusedException($"replica {replica} of partition {partition} is not here");
        var (accepted, applied, progress) = replicator.Join(this, Epoch);
        _replicator = replicator;
        connection.TrySend(Frames.Welcome(accepted, applied, progress));
    }

    private void Start(CatchUpMode mode, long keepLsn)
    {
        if (mode == CatchUpMode.Full)
        {
            _copying = true;
            return;
        }
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

    private void TakeRecord(ref FrameReader reader, ReadOnlyMemory<byte> frame)
    {
        var type = (LogRecordType)reader.ReadByte();
        var (lsn, committed) = (reader.ReadInt64(), reader.ReadInt64());
        var epoch = reader.ReadEpoch();
        RequireNotNewer(epoch);
        var crc = reader.ReadUInt32();
        var payload = frame.Span[reader.Position..];
        if (Crc32C.Compute(payload) != crc)
            throw new InvalidDataException($"The record with LSN {lsn} arrived damaged.");
        Require(_replicator!.Receive(this, new LogRecord(type, epoch, lsn, committed, crc, default), payload));
    }

    // What a primary has, it has from its own epoch or an older one.
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
