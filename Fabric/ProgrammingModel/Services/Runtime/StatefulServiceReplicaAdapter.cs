using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Services.Communication;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>
/// Turns what the runtime asks of a replica into the calls that a service author knows, in their fixed order.
/// </summary>
internal sealed class StatefulServiceReplicaAdapter : IStatefulServiceReplica
{
    private readonly StatefulServiceContext _context;
    private readonly StatefulServiceBase _service;
    private readonly IStateProviderReplica _stateProvider;
    private readonly ServiceFailurePolicy _policy;
    private readonly OpenListeners _listeners;
    private IReadOnlyList<ServiceReplicaListener>? _declared;
    private RunAsyncScheduler? _runAsync;
    private ServiceHealthReports? _health;

    internal StatefulServiceReplicaAdapter(
        StatefulServiceContext context, StatefulServiceBase service, ServiceFailurePolicy? policy = null)
    {
        _context = context;
        _service = service;
        _stateProvider = service.StateProviderReplica;
        _policy = policy ?? ServiceFailurePolicy.Default;
        _listeners = new OpenListeners(Name, _policy.Log);
        _stateProvider.OnDataLossAsync = token =>
            _service.InvokeOnDataLossAsync(new RestoreContext(_stateProvider), token);
        if (_stateProvider is IStateProviderReplica2 restorable)
            restorable.OnRestoreCompletedAsync = _service.InvokeOnRestoreCompletedAsync;
    }

    private string Name => $"{_context.ServiceName} {_context.TraceId}";

    public void Initialize(StatefulServiceInitializationParameters initializationParameters) =>
        _stateProvider.Initialize(initializationParameters);

    public async Task<IReplicator> OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken)
    {
        _service.SetPartition(partition);
        _health = new ServiceHealthReports(partition, Name, _policy);
        _runAsync = new RunAsyncScheduler(Name, partition, _service.InvokeRunAsync, _health, _policy);
        var replicator = await _stateProvider.OpenAsync(openMode, partition, cancellationToken).ConfigureAwait(false);
        try
        {
            await _service.InvokeOnOpenAsync(openMode, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await _stateProvider.CloseAsync(cancellationToken).ConfigureAwait(false);
            throw;
        }

        return replicator;
    }

    public async Task<string> ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken)
    {
        await CloseListenersAsync(cancellationToken).ConfigureAwait(false);
        await _stateProvider.ChangeRoleAsync(newRole, cancellationToken).ConfigureAwait(false);
        ServiceEndpointCollection endpoints;
        if (newRole == ReplicaRole.Primary)
        {
            endpoints = await OpenListenersAsync(_ => true, cancellationToken).ConfigureAwait(false);
            _runAsync!.Start();
        }
        else
        {
            await _runAsync!.StopAsync().ConfigureAwait(false);
            endpoints = newRole == ReplicaRole.ActiveSecondary
                ? await OpenListenersAsync(l => l.ListenOnSecondary, cancellationToken).ConfigureAwait(false)
                : new ServiceEndpointCollection();
        }

        await _service.InvokeOnChangeRoleAsync(newRole, cancellationToken).ConfigureAwait(false);
        return endpoints.ToString();
    }

    public async Task CloseAsync(CancellationToken cancellationToken)
    {
        await CloseListenersAsync(cancellationToken).ConfigureAwait(false);
        await _service.InvokeOnCloseAsync(cancellationToken).ConfigureAwait(false);
        await _stateProvider.CloseAsync(cancellationToken).ConfigureAwait(false);
        if (_runAsync is { } runAsync)
            await runAsync.StopAsync().ConfigureAwait(false);
    }

    public void Abort()
    {
        _health?.Abort();
        _listeners.Abort();
        // Whatever the service's own code throws, RunAsync is told and the state is let go.
        try
        {
            _service.InvokeOnAbort();
        }
        finally
        {
            try
            {
                _stateProvider.Abort();
            }
            finally
            {
                _runAsync?.Cancel();
            }
        }
    }

    private async Task CloseListenersAsync(CancellationToken cancellationToken)
    {
        await _listeners.CloseAsync(_health, cancellationToken).ConfigureAwait(false);
        _service.SetAddresses(new Dictionary<string, string>());
    }

    private async Task<ServiceEndpointCollection> OpenListenersAsync(
        Func<ServiceReplicaListener, bool> wanted, CancellationToken cancellationToken)
    {
        _declared ??= [.. _service.InvokeCreateServiceReplicaListeners().Where(l => l is not null)];
        var listeners = _declared.Where(wanted)
            .Select(l => (l.Name, (Func<ICommunicationListener>)(() => l.CreateCommunicationListener(_context))));
        var endpoints = await _listeners.OpenAsync(listeners, cancellationToken).ConfigureAwait(false);
        _service.SetAddresses(endpoints.ToReadOnlyDictionary());
        return endpoints;
    }
}
