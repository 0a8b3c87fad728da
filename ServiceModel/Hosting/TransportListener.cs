using System.Collections.Generic;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>
/// Listens at one port or pipe for all the process's endpoints there; paths tell them apart.
/// </summary>
internal abstract class TransportListener
{
    private static readonly Dictionary<string, TransportListener> ByKey = [];
    private static readonly Lock RegistryGate = new();

    // One at a time, so that two endpoints of one address that open at the same moment share a listener.
    private static readonly AsyncGate Making = new(1);

    private readonly Dictionary<string, EndpointListener> _endpoints = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Gets the TCP port; null for a pipe.</summary>
    internal abstract int? Port { get; }

    protected Lock Gate { get; } = new();

    /// <summary>Gets what the process knows the listener by: <c>net.tcp:808</c>, or a pipe's file.</summary>
    protected string Key { get; private set; } = "";

    /// <summary>Adds an endpoint to the listener of its address, which is made if the process has none.</summary>
    /// <exception cref="AddressAlreadyInUseException">Another process has the address, or the process itself listens
    /// at this very path.</exception>
    internal static async Task<TransportListener> JoinAsync(EndpointListener endpoint)
    {
        await Making.EnterAsync().ConfigureAwait(false);
        try
        {
            var uri = endpoint.Uri;
            if (TryJoin(endpoint) is { } known)
                return known;
            TransportListener made = endpoint.Settings.Transport is HttpTransportBindingElement http
                ? new HttpListenerServer(uri, http.ConnectionsMax) : new SocketListener(uri, endpoint.Settings);
            await made.ListenAsync().ConfigureAwait(false);
            made.Key = made.Port is { } port ? KeyOf(uri.Scheme, port) : KeyOf(uri);
            lock (RegistryGate)
            {
                ByKey[made.Key] = made;
                made.Add(endpoint);
            }

            return made;
        }
        finally
        {
            Making.Release();
        }
    }

    /// <summary>Takes the address; nothing is accepted before <see cref="Start"/>.</summary>
    /// <exception cref="CommunicationException">It cannot be taken.</exception>
    internal abstract Task ListenAsync();

    /// <summary>Starts accepting; does nothing when it was started before.</summary>
    internal abstract void Start();

    /// <summary>Takes an endpoint away: no new calls, those there are end, or are cut when the limit passes.</summary>
    internal abstract Task RemoveAsync(EndpointListener endpoint, CancellationToken limit);

    internal abstract void Abort(EndpointListener endpoint);

    /// <summary>Finds the endpoint of a path: its own, or the longest above it that takes what is below.</summary>
    internal EndpointListener? Find(string path)
    {
        lock (Gate)
        {
            if (_endpoints.TryGetValue(path, out var exact))
                return exact.Engine is null ? null : exact;
            for (var slash = path.LastIndexOf('/'); slash >= 0; slash = path.LastIndexOf('/'))
            {
                path = path[..slash];
                if (_endpoints.TryGetValue(path, out var above)
                    && above.Engine is { AddressFilterMode: not AddressFilterMode.Exact })
                {
                    return above;
                }
            }
        }

        return null;
    }

    /// <summary>Removes the endpoint; true when it was there, with whether it was the last.</summary>
    protected bool TryRemove(EndpointListener endpoint, out bool isLast)
    {
        lock (RegistryGate)
        {
            lock (Gate)
            {
                var removed = _endpoints.Remove(endpoint.Path);
                isLast = _endpoints.Count == 0;
                if (removed && isLast)
                    ByKey.Remove(Key);
                return removed;
            }
        }
    }

    private static TransportListener? TryJoin(EndpointListener endpoint)
    {
        var uri = endpoint.Uri;
        if (uri.Port == 0)
            return null;
        lock (RegistryGate)
        {
            if (ByKey.TryGetValue(KeyOf(uri), out var known))
                known.Add(endpoint);
            return known;
        }
    }

    private static string KeyOf(Uri uri) =>
        uri.Scheme == "net.pipe" ? PipeName.Of(uri) : KeyOf(uri.Scheme, uri.Port);

    private static string KeyOf(string scheme, int port) => $"{scheme}:{port}";

    private void Add(EndpointListener endpoint)
    {
        lock (Gate)
        {
            if (!_endpoints.TryAdd(endpoint.Path, endpoint))
                throw new AddressAlreadyInUseException($"The process already listens at '{endpoint.Uri}'.");
        }
    }
}
