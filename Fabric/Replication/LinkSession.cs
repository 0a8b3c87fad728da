using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Replication;

/// <summary>
/// One connection of a primary to a secondary. Frames of a connection that was replaced change nothing.
/// </summary>
internal sealed class LinkSession(Replicator owner, SecondaryLink link) : IFrameHandler
{
    private readonly TaskCompletionSource<Welcome> _welcomed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal Connection? Connection { get; set; }

    /// <summary>Gets or sets the number that the core gave to this connection; 0 before.</summary>
    internal int Number { get; set; }

    internal Task<Welcome> Welcomed => _welcomed.Task;

    public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
    {
        var reader = new FrameReader(frame.Span);
        switch (reader.Type)
        {
            case FrameType.Welcome:
                var accepted = reader.ReadEpoch();
                var applied = reader.ReadInt64();
                var last = reader.ReadInt64();
                _welcomed.TrySetResult(new Welcome(accepted, applied, new ProgressVector(reader.ReadEpochs(), last)));
                break;
            case FrameType.Acknowledge:
                owner.OnAcknowledged(link, this, reader.ReadInt64());
                break;
            case FrameType.Echo:
                owner.OnEcho(link, this, reader.ReadInt64());
                break;
            default:
                throw new InvalidDataException($"A secondary does not send {reader.Type} frames.");
        }
    }

    public void OnFramesEnd(Connection connection)
    {
    }

    public void OnClosed(Connection connection, ConnectionClosedException reason)
    {
        _welcomed.TrySetException(reason);
        _ = _welcomed.Task.Exception;
        owner.OnLinkDown(link, this);
    }

    internal bool TryQueue(ReadOnlySpan<byte> head, ReadOnlySpan<byte> payload) =>
        Connection!.TryQueue(head, payload) != SendResult.Full;

    internal void Send(ReadOnlySpan<byte> frame) => Connection!.TrySend(frame);

    internal void Flush() => Connection!.Flush();

    internal ValueTask SendAsync(
        ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken) =>
        Connection!.SendAsync(head, payload, cancellationToken);

    internal void Close(string reason) => Connection?.Close(reason);

    internal readonly record struct Welcome(LogEpoch AcceptedEpoch, long AppliedLsn, ProgressVector Progress);
}
