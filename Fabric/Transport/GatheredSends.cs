using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Transport;

/// <summary>
/// The connections on which a receive thread has queued frames while it hands over what one read brought: their frames
/// leave at its end, one write each. Only the receive thread uses it.
/// </summary>
internal sealed class GatheredSends
{
    [ThreadStatic]
    private static GatheredSends? _current;

    private readonly List<Connection> _connections = [];

    /// <summary>Takes a connection with frames to send; false when the calling thread is not handing over.</summary>
    internal static bool TryAdd(Connection connection)
    {
        if (_current is not { } current)
            return false;
        if (!current._connections.Contains(connection))
            current._connections.Add(connection);
        return true;
    }

    internal void Begin() => _current = this;

    internal void Flush()
    {
        // One that breaks now may cause frames on another.
        for (var i = 0; i < _connections.Count; i++)
            _connections[i].Flush();
        _connections.Clear();
    }

    internal void End()
    {
        _current = null;
        Flush();
    }
}
