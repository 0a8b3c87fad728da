using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>A connection with what the pool must know of it.</summary>
internal sealed class PooledConnection(SocketConnection connection, string key, long openedAt)
{
    internal SocketConnection Connection { get; } = connection;

    internal string Key { get; } = key;

    internal long OpenedAt { get; } = openedAt;

    internal long UnusedSince { get; set; }
}
