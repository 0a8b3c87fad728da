using System.Collections.Generic;
using System.Threading;
using Microsoft.AspNetCore.Connections;

namespace SfPerf.DevCluster.Gateway;

/// <summary>
/// Connections that nobody has shown a known certificate on. There are so many at most; when one more comes, the oldest
/// is closed. Who has a certificate has shown it in the time of a handshake, before others could push him out.
/// </summary>
internal sealed class Newcomers
{
    private const int Max = 256;
    private readonly Lock _gate = new();
    // Guarded by _gate.
    private readonly LinkedList<ConnectionContext> _inOrder = new();
    private readonly Dictionary<ConnectionContext, LinkedListNode<ConnectionContext>> _places = [];

    /// <summary>Adds a connection.</summary>
    internal void Enter(ConnectionContext connection)
    {
        ConnectionContext? oldest = null;
        lock (_gate)
        {
            if (_inOrder.Count == Max)
            {
                oldest = _inOrder.First!.Value;
                _inOrder.RemoveFirst();
                _ = _places.Remove(oldest);
            }
            _places[connection] = _inOrder.AddLast(connection);
        }
        oldest?.Abort(new("Too many connections have shown no certificate, and this was the oldest of them."));
    }

    /// <summary>Removes a connection: it is known now, or over.</summary>
    internal void Leave(ConnectionContext connection)
    {
        lock (_gate)
        {
            if (_places.Remove(connection, out var place))
                _inOrder.Remove(place);
        }
    }
}
