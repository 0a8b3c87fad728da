using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Links;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// Represents one channel of a primary to a secondary, on a connection that may carry other partitions' too. Frames of
/// a channel that was replaced change nothing.
/// </summary>
internal sealed class LinkSession(Replicator owner, SecondaryLink link)
{
    // A partition that has more than this under way is dropped first when the connection's queue runs full.
    private const long ShareBytes = 16 << 20;
    private readonly TaskCompletionSource<Welcome> _welcomed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private HostLink? _host;
    private int _channel;
    private ConnectionClosedException? _reason;

    /// <summary>Gets or sets the number that the core gave to this session; 0 before.</summary>
    internal int Number { get; set; }

    /// <summary>Gets the number of the channel; 0 before it is opened.</summary>
    internal int Channel => Volatile.Read(ref _channel);

    internal Task<Welcome> Welcomed => _welcomed.Task;

    internal Task Ended => _ended.Task;

    /// <summary>Gets why the channel has ended; null while it is open.</summary>
    internal ConnectionClosedException? CloseReason => Volatile.Read(ref _reason);

    /// <summary>Gets what is under way to the secondary.</summary>
    internal SendWindow Window { get; } = new();

    /// <summary>Says Hello on a channel of its own.</summary>
    internal void Open(HostLink host, LogEpoch epoch)
    {
        _host = host;
        host.Open(this, channel =>
        {
            Interlocked.Exchange(ref _channel, channel);
            return Frames.Hello(channel, owner.PartitionId, link.ReplicaId, owner.ReplicaId, epoch);
        });
        if (CloseReason is not { } reason)
            return;
        // Close may have run meanwhile, when the channel had no number yet: it is removed here.
        host.Remove(Channel);
        host.Connection.TrySend(Frames.Close(Channel, reason.Message));
    }

    /// <summary>Takes a frame of the secondary's. The connection's receive thread.</summary>
    internal void Take(ref FrameReader reader)
    {
        switch (reader.Type)
        {
            case FrameType.Welcome:
                var accepted = reader.ReadEpoch();
                var applied = reader.ReadInt64();
                var last = reader.ReadInt64();
                _welcomed.TrySetResult(new Welcome(accepted, applied, new ProgressVector(reader.ReadEpochs(), last)));
                break;
            case FrameType.Acknowledge:
                var flushed = reader.ReadInt64();
                owner.OnAcknowledged(link, this, flushed);
                Window.Acknowledged(flushed);
                break;
            case FrameType.Echo:
                owner.OnEcho(link, this, reader.ReadInt64());
                break;
            case FrameType.Close:
                Lost(new ConnectionClosedException(
                    $"The peer {_host!.Connection.RemoteEndPoint} closed the connection: {reader.ReadText()}."));
                break;
            default:
                throw new InvalidDataException($"A secondary does not send {reader.Type} frames.");
        }
    }

    /// <summary>The channel has ended without being closed here.</summary>
    internal void Lost(ConnectionClosedException reason)
    {
        End(reason, "closed there");
        owner.OnLinkDown(link, this);
    }

    /// <summary>Queues a record for the next flush. False: it does not fit, and nothing was queued.</summary>
    internal bool TryQueue(Span<byte> head, ReadOnlySpan<byte> payload, long lsn)
    {
        if (CloseReason is not null)
            return true; // Its end is on the way to those who must know.
        var connection = _host!.Connection;
        if (Window.Bytes > ShareBytes && connection.QueuedBytes > Frames.SendQueueBytesMax / 2)
            return false;
        if (connection.TryQueue(Frames.Address(head, Channel), payload) == SendResult.Full)
            return false;
        Window.Sent(lsn, head.Length + payload.Length);
        return true;
    }

    /// <summary>Queues a number; the connection is flushed later.</summary>
    internal void Queue(FrameType type, long value, QueuedSends sends)
    {
        if (CloseReason is not null)
            return;
        _host!.Connection.TryQueue(Frames.Number(stackalloc byte[Frames.NumberBytes], type, Channel, value), default);
        sends.Add(_host.Connection);
    }

    internal void Send(ReadOnlySpan<byte> frame) => _host!.Connection.TrySend(frame);

    /// <summary>Adds the connection to those that are flushed after all partitions had their turn.</summary>
    internal void AddTo(QueuedSends sends) => sends.Add(_host!.Connection);

    internal ValueTask SendAsync(
        ReadOnlyMemory<byte> frame, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken) =>
        CloseReason is { } reason
            ? ValueTask.FromException(reason)
            : _host!.Connection.SendAsync(frame, payload, cancellationToken);

    internal void Close(string reason) =>
        End(new ConnectionClosedException($"The channel was closed: {reason}."), reason);

    private void End(ConnectionClosedException reason, string told)
    {
        if (Interlocked.CompareExchange(ref _reason, reason, null) is not null)
            return;
        if (Channel is not 0 and var channel)
        {
            // Remove waits for a Hello that is being queued, so that Close is queued behind it.
            _host!.Remove(channel);
            _host.Connection.TrySend(Frames.Close(channel, told));
        }
        _welcomed.TrySetException(reason);
        _ = _welcomed.Task.Exception;
        Window.End(reason);
        _ended.TrySetResult();
    }

    internal sealed record Welcome(LogEpoch AcceptedEpoch, long AppliedLsn, ProgressVector Progress);
}
