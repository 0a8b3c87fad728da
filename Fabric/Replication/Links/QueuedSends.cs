using System.Collections.Generic;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Replication.Links;

/// <summary>
/// The connections on which frames of several partitions were queued: each is written to once when all of them had
/// their turn. One user at a time.
/// </summary>
internal sealed class QueuedSends
{
    private readonly List<Connection> _connections = [];

    internal void Add(Connection connection)
    {
        if (!_connections.Contains(connection))
            _connections.Add(connection);
    }

    internal void Flush()
    {
        foreach (var connection in _connections)
            connection.Flush();
        _connections.Clear();
    }
}
