using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using SfPerf.Platform.Logging;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>The listeners that are open at present. Called by one logical thread at a time.</summary>
internal sealed class OpenListeners(string serviceName, EventLog log)
{
    private readonly List<(string Name, ICommunicationListener Listener)> _open = [];

    /// <summary>
    /// Creates and opens listeners in order; when one fails, those before it are aborted. A factory that returns null
    /// declines to listen, as in Service Fabric.
    /// </summary>
    public async Task<ServiceEndpointCollection> OpenAsync(
        IEnumerable<(string Name, Func<ICommunicationListener> Create)> listeners, CancellationToken cancellationToken)
    {
        var endpoints = new ServiceEndpointCollection();
        try
        {
            foreach (var (name, create) in listeners)
            {
                if (create() is not { } listener)
                    continue;
                _open.Add((name, listener));
                endpoints.AddEndpoint(name, await listener.OpenAsync(cancellationToken).ConfigureAwait(false) ?? "");
            }

            return endpoints;
        }
        catch
        {
            Abort();
            throw;
        }
    }

    /// <summary>Closes all, in order of opening. One that cannot close is aborted; one that is slow is reported.
    /// </summary>
    public async Task CloseAsync(ServiceHealthReports? health, CancellationToken cancellationToken)
    {
        foreach (var (name, listener) in _open)
        {
            try
            {
                var close = listener.CloseAsync(cancellationToken);
                await (health?.AwaitCloseAsync(close, name) ?? close).ConfigureAwait(false);
            }
            catch (Exception e)
            {
                log.ListenerNotClosed(serviceName, e);
                listener.Abort();
            }
        }

        _open.Clear();
    }

    public void Abort()
    {
        foreach (var (_, listener) in _open)
        {
            try
            {
                listener.Abort();
            }
            catch (Exception e)
            {
                log.ListenerNotAborted(serviceName, e);
            }
        }

        _open.Clear();
    }
}
