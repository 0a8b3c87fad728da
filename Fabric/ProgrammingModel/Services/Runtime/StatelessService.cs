#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace Microsoft.ServiceFabric.Services.Runtime;

public abstract class StatelessService
{
    private volatile IReadOnlyDictionary<string, string> _addresses = new Dictionary<string, string>();

    protected StatelessService(StatelessServiceContext serviceContext)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        Context = serviceContext;
    }

    public StatelessServiceContext Context { get; }

    protected IStatelessServicePartition Partition { get; private set; }

    internal void SetPartition(IStatelessServicePartition partition) => Partition = partition;

    internal void SetAddresses(IReadOnlyDictionary<string, string> addresses) => _addresses = addresses;

    internal IEnumerable<ServiceInstanceListener> InvokeCreateServiceInstanceListeners() =>
        CreateServiceInstanceListeners() ?? [];

    internal Task InvokeOnOpenAsync(CancellationToken cancellationToken) => OnOpenAsync(cancellationToken);

    internal Task InvokeRunAsync(CancellationToken cancellationToken) => RunAsync(cancellationToken);

    internal Task InvokeOnCloseAsync(CancellationToken cancellationToken) => OnCloseAsync(cancellationToken);

    internal void InvokeOnAbort() => OnAbort();

    /// <summary>Gets the addresses of the listeners that are open now, by listener name.</summary>
    protected IReadOnlyDictionary<string, string> GetAddresses() => _addresses;

    protected virtual IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() => [];

    protected virtual Task OnOpenAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>
    /// Runs on a thread of the pool once the listeners are open. Must end soon after the token is cancelled.
    /// </summary>
    protected virtual Task RunAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    protected virtual Task OnCloseAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    protected virtual void OnAbort()
    {
    }
}
