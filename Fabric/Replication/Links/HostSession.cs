using System;
using System.Collections.Generic;
using System.IO;
using SfPerf.Fabric.Replication.Wire;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Replication.Links;

/// <summary>
/// A connection of another host's primaries at the host of their secondaries. All of it belongs to the connection's
/// receive thread. What a session's end on another thread leaves behind is taken away with the channel's next frame, at
/// the latest the primary's own Close.
/// </summary>
internal sealed class HostSession(ReplicationHost host) : IFrameHandler
{
    private readonly Dictionary<int, SecondarySession> _sessions = [];
    private readonly List<SecondarySession> _received = [];
    private int _lastChannel;

    public void OnFrame(Connection connection, ReadOnlyMemory<byte> frame)
    {
        var reader = new FrameReader(frame.Span);
        if (reader.Type == FrameType.Hello)
        {
            Open(connection, ref reader);
            return;
        }
        if (reader.Channel < 1 || reader.Channel > _lastChannel)
            throw new InvalidDataException($"Channel {reader.Channel} was never opened.");
        if (!_sessions.TryGetValue(reader.Channel, out var session))
            return; // It has ended here; what was under way counts for nothing.
        var isNoted = session.HasReceived;
        try
        {
            session.Take(ref reader, frame);
            if (session.HasReceived && !isNoted)
                _received.Add(session);
        }
        catch (Exception e)
        {
            // One partition's error ends its channel, not those of the others.
            session.Close($"the handler failed: {e.Message}");
        }
        if (!session.IsClosed)
            return;
        _sessions.Remove(reader.Channel);
        session.End();
    }

    public void OnFramesEnd(Connection connection)
    {
        if (_received.Count == 0)
            return;
        host.Log.FlushNow();
        connection.Flush();
        foreach (var session in _received)
            session.EndReceive();
        _received.Clear();
        host.Log.WaitForRoom();
    }

    public void OnClosed(Connection connection, ConnectionClosedException reason)
    {
        foreach (var session in _sessions.Values)
        {
            session.Close("the connection ended");
            session.End();
        }
        _sessions.Clear();
    }

    private void Open(Connection connection, ref FrameReader reader)
    {
        if (reader.Channel <= _lastChannel)
            throw new InvalidDataException($"Channel {reader.Channel} is opened after {_lastChannel}.");
        _lastChannel = reader.Channel;
        var session = new SecondarySession(host, connection, reader.Channel);
        _sessions.Add(reader.Channel, session);
        session.Join(ref reader);
    }
}
