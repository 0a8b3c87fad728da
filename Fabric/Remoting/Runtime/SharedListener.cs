using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>
/// The one listening socket of an address in this process: replicas that share an endpoint resource share it, each
/// under a path of its own.
/// </summary>
internal sealed class SharedListener : IAsyncDisposable
{
    private static readonly TimeSpan HandshakeTimeout = TimeSpan.FromSeconds(5);

    // For the calls of a replica that leaves: most fail at once, since their replica does not serve any more.
    private static readonly TimeSpan LeaveTime = TimeSpan.FromMilliseconds(500);
    private static readonly Lock Gate = new();
    private static readonly Dictionary<IPEndPoint, SharedListener> ByAddress = []; // guarded by Gate
    private readonly ConcurrentDictionary<string, ServiceRoute> _routes = new();
    private readonly Listener _listener;
    private int _users; // guarded by Gate

    private SharedListener(IPEndPoint address, long messageBytesMax, int callsMax)
    {
        _listener = new(
            address,
            Frames.Options(messageBytesMax, HandshakeTimeout),
            _ => new ServerConnection(this, callsMax, messageBytesMax));
        Address = _listener.LocalEndPoint;
    }

    internal IPEndPoint Address { get; }

    /// <summary>Gets or sets whether short calls begin on their receive threads; the process decides it.</summary>
    internal bool BeginsOnReceiveThread { get; set; } = OnReceiveThread.Begins;

    /// <summary>Gets or sets the arrays of arguments that are used again, null for none; the process decides
    /// it.</summary>
    internal ReusedArrays? Arrays { get; set; } = ReusedArrays.OfProcess;

    /// <summary>Adds a route, opening the socket if this is the address's first. The first one's limits hold.</summary>
    internal static SharedListener Add(
        IPEndPoint address, string path, ServiceRoute route, long messageBytesMax, int callsMax)
    {
        lock (Gate)
        {
            if (!ByAddress.TryGetValue(address, out var listener))
            {
                listener = new(address, messageBytesMax, callsMax);
                ByAddress.Add(listener.Address, listener);
            }
            listener._users++;
            listener._routes[path] = route;
            return listener;
        }
    }

    internal ServiceRoute? Find(string path) => _routes.GetValueOrDefault(path);

    /// <summary>Removes a route; the last one closes the socket. Of another one the connections stay, and calls that do
    /// not end by themselves are answered a moment later.</summary>
    internal async ValueTask RemoveAsync(string path)
    {
        lock (Gate)
        {
            if (!_routes.TryRemove(path, out var route))
                return;
            route.Close();
            if (--_users > 0)
            {
                EndCallsLaterAsync(route).Forget();
                return;
            }
            ByAddress.Remove(Address);
        }
        await DisposeAsync().ConfigureAwait(false);
    }

    public ValueTask DisposeAsync() => _listener.DisposeAsync();

    private static async Task EndCallsLaterAsync(ServiceRoute route)
    {
        await Task.Delay(LeaveTime, TimeProvider.System).ConfigureAwait(false);
        route.EndCalls();
    }
}
