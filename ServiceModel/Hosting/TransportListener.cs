using System.Collections.Generic;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>What listens at one port or pipe for all the process's endpoints there; paths tell them apart.</summary>
internal abstract class TransportListener
{
    private static readonly Dictionary<string, TransportListener> ByKey = [];
    private static readonly Lock RegistryGate = new();

    private readonly Dictionary<string, EndpointListener> _endpoints = [];

    /// <summary>Gets the TCP port; null for a pipe.</summary>
    internal abstract int? Port { get; }

    protected Lock Gate { get; } = new();

    private string Key { get; set; } = "";

    /// <summary>Finds or makes the listener of an address.</summary>
    /// <exception cref="AddressAlreadyInUseException">Another process has it.</exception>
    internal static TransportListener Take(Uri uri, WireSettings settings)
    {
        lock (RegistryGate)
        {
            var isPipe = uri.Scheme == "net.pipe";
            var key = isPipe ? PipeName.Of(uri) : $"{uri.Scheme}:{uri.Port}";
            if ((isPipe || uri.Port != 0) && ByKey.TryGetValue(key, out var known))
                return known;
            TransportListener made = settings.Transport is HttpTransportBindingElement
                ? new HttpListenerServer(uri) : new SocketListener(uri, settings);
            made.Key = isPipe ? key : $"{uri.Scheme}:{made.Port}";
            ByKey[made.Key] = made;
            return made;
        }
    }

    internal void Add(EndpointListener endpoint)
    {
        lock (Gate)
        {
            if (!_endpoints.TryAdd(endpoint.Path, endpoint))
                throw new AddressAlreadyInUseException($"The process already listens at '{endpoint.Uri}'.");
        }
    }

    /// <summary>Starts accepting; does nothing when it was started before.</summary>
    internal abstract void Start();

    /// <summary>Takes an endpoint away: no new calls, those there are end, or are cut when the limit passes.</summary>
    internal abstract Task RemoveAsync(EndpointListener endpoint, CancellationToken limit);

    internal abstract void Abort(EndpointListener endpoint);

    /// <summary>Finds the endpoint of a path: its own, or the longest above it that takes what is below.</summary>
    internal EndpointListener? Find(Uri via)
    {
        var path = EndpointListener.PathOf(via);
        lock (Gate)
        {
            if (_endpoints.TryGetValue(path, out var exact))
                return exact.Engine is null ? null : exact;
            for (var slash = path.LastIndexOf('/'); slash >= 0; slash = path.LastIndexOf('/'))
            {
                path = path[..slash];
                if (_endpoints.TryGetValue(path, out var above)
                    && above.Engine is { AddressFilterMode: not AddressFilterMode.Exact })
                    return above;
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
}
