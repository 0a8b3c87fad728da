using System;
using System.Collections.Generic;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Transport;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>One connection per address and process; connecting is done once for all who ask.</summary>
internal sealed class ConnectionPool(ConnectionOptions options, TimeSpan connectTimeout, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<IPEndPoint, Task<ClientConnection>> _connections = []; // guarded by _gate

    internal async Task<ClientConnection> GetAsync(IPEndPoint address)
    {
        Task<ClientConnection>? connecting;
        lock (_gate)
        {
            if (!_connections.TryGetValue(address, out connecting) || IsDead(connecting))
                _connections[address] = connecting = ConnectAsync(address);
        }
        return await connecting.ConfigureAwait(false);
    }

    private static bool IsDead(Task<ClientConnection> task) =>
        task.IsFaulted || task.IsCanceled || (task.IsCompletedSuccessfully && !task.Completed().IsOpen);

    private async Task<ClientConnection> ConnectAsync(IPEndPoint address)
    {
        using var limit = new CancellationTokenSource(connectTimeout, time);
        return await ClientConnection.ConnectAsync(address, options, time, limit.Token).ConfigureAwait(false);
    }
}
