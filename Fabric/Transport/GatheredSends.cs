using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Transport;

/// <summary>
/// The connections on which a thread has queued frames while it works off a batch, a receive thread what one read
/// brought for example: their frames leave at its end, one write each. One thread at a time.
/// </summary>
public sealed class GatheredSends
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

    /// <summary>Begins a batch of the calling thread's. Inside another one it does nothing: that one gathers.</summary>
    /// <returns>What ends it.</returns>
    public Batch Begin()
    {
        if (_current is not null)
            return default;
        _current = this;
        return new Batch(this);
    }

    internal void Flush()
    {
        // One that breaks now may cause frames on another.
        for (var i = 0; i < _connections.Count; i++)
            _connections[i].Flush();
        _connections.Clear();
    }

    /// <summary>Represents a batch that is worked off. Disposing sends what was gathered.</summary>
    public readonly ref struct Batch
    {
        private readonly GatheredSends? _sends;

        internal Batch(GatheredSends sends) => _sends = sends;

        /// <summary>Ends the batch and sends.</summary>
        public void Dispose()
        {
            if (_sends is null)
                return;
            _current = null;
            _sends.Flush();
        }
    }
}
