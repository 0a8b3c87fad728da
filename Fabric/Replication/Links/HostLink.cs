using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Replication.Links;

/// <summary>
/// Represents one connection from this host, as the primary of some partitions, to another one that holds their
/// secondaries. Each (partition, secondary) has a channel on it. Channels are numbered from 1 and no number comes
/// again, so that nothing of one that has ended is taken for a later one's.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "The semaphore has no handle; the collector suffices.")]
internal sealed class HostLink : IFrameHandler
{
    private const int SuffixesMax = 8;
    private readonly Lock _gate = new();
    private readonly Dictionary<int, LinkSession> _sessions = [];  // guarded by _gate
    private int _lastChannel;                           // guarded by _gate
    private ConnectionClosedException? _end;            // guarded by _gate
    private volatile Connection? _connection;
    private long _frames;

    private HostLink()
    {
    }

    internal Connection Connection => _connection!;

    /// <summary>Gets how many frames have come; one that asks twice learns whether the other host speaks.</summary>
    internal long FramesReceived => Volatile.Read(ref _frames);

    internal bool IsOver => Connection.CloseReason is not null;

    /// <summary>Gets the right to send what a secondary lacks: so few at once that live records keep moving.</summary>
    internal SemaphoreSlim Suffixes { get; } = new(SuffixesMax, SuffixesMax);

    internal static async Task<HostLink> ConnectAsync(
        IPEndPoint address, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var link = new HostLink();
        link._connection = await Connection.ConnectAsync(address, options, link, cancellationToken)
            .ConfigureAwait(false);
        return link;
    }

    /// <summary>Opens a channel by its first frame. The session hears of its frames from here on.</summary>
    /// <param name="session">The one that speaks on it.</param>
    /// <param name="hello">Learns the number of the channel, and gives its first frame.</param>
    /// <exception cref="ConnectionClosedException">The connection has ended.</exception>
    internal void Open(LinkSession session, Func<int, byte[]> hello)
    {
        lock (_gate)
        {
            if (_end is not null)
                throw _end;
            var channel = ++_lastChannel;
            _sessions.Add(channel, session);
            // In here, so that channels begin in the order of their numbers: the other side knows by that which of them
            // there were.
            if (Connection.TryQueue(hello(channel), default) == SendResult.Full)
                Connection.Close("the other host does not keep up");
        }
        Connection.Flush();
    }

    internal void Remove(int channel)
    {
        lock (_gate)
            _sessions.Remove(channel);
    }

    internal void Close(string reason) => Connection.Close(reason);

    public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
    {
        Volatile.Write(ref _frames, _frames + 1);
        var reader = new FrameReader(frame.Span);
        LinkSession? session;
        lock (_gate)
        {
            if (reader.Channel < 1 || reader.Channel > _lastChannel)
                throw new InvalidDataException($"Channel {reader.Channel} was never opened.");
            _sessions.TryGetValue(reader.Channel, out session);
        }
        try
        {
            // What was under way when its channel ended counts for nothing.
            session?.Take(ref reader);
        }
        catch (Exception e)
        {
            // One partition's error ends its channel, not those of the others.
            session!.Close($"the handler failed: {e.Message}");
        }
    }

    public void OnFramesEnd(Connection connection)
    {
    }

    public void OnClosed(Connection connection, ConnectionClosedException reason)
    {
        LinkSession[] sessions;
        lock (_gate)
        {
            _end = reason;
            sessions = [.. _sessions.Values];
        }
        foreach (var session in sessions)
            session.Lost(reason);
    }
}
