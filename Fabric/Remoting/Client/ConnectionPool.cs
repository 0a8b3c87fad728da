using System;
using System.Collections.Generic;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// Represents one connection per address and process; connecting is done once for all who ask. An address is forgotten
/// when its connection ends or cannot be made.
/// </summary>
internal sealed class ConnectionPool(ConnectionOptions options, TimeSpan connectTimeout, TimeProvider time)
{
    // A listener on this machine answers within milliseconds. A host that does not is stopped, or its queue of
    // connections is full: another attempt is better than waiting for this one.
    private static readonly TimeSpan LoopbackLimit = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<IPEndPoint, Task<ClientConnection>> _connections = []; // guarded by _gate

    /// <summary>Gets the number of the addresses that are connected, or being connected.</summary>
    internal int Count
    {
        get
        {
            lock (_gate)
                return _connections.Count;
        }
    }

    /// <exception cref="OperationCanceledException">The address did not answer in time.</exception>
    internal Task<ClientConnection> GetAsync(IPEndPoint address)
    {
        Task<ClientConnection>? connecting;
        lock (_gate)
        {
            if (_connections.TryGetValue(address, out connecting) && IsUsable(connecting))
                return connecting;
            _connections[address] = connecting = ConnectAsync(address);
        }
        ForgetAtEndAsync(address, connecting).Forget();
        return connecting;
    }

    private static bool IsUsable(Task<ClientConnection> task) =>
        !task.IsCompleted || (task.IsCompletedSuccessfully && Blocking.End(task).TakesRoutes);

    private async Task ForgetAtEndAsync(IPEndPoint address, Task<ClientConnection> connecting)
    {
        try
        {
            var connection = await connecting.ConfigureAwait(false);
            await connection.Ended.ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The callers that asked for the connection got the error.
        }
        lock (_gate)
        {
            if (_connections.TryGetValue(address, out var current) && current == connecting)
                _connections.Remove(address);
        }
    }

    private async Task<ClientConnection> ConnectAsync(IPEndPoint address)
    {
        var isQuick = IPAddress.IsLoopback(address.Address) && connectTimeout > LoopbackLimit;
        using var limit = new CancellationTokenSource(isQuick ? LoopbackLimit : connectTimeout, time);
        return await ClientConnection.ConnectAsync(address, options, time, limit.Token).ConfigureAwait(false);
    }
}
