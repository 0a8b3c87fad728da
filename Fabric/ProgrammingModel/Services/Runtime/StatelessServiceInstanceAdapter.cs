using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>
/// Turns what the runtime asks of an instance into the calls that a service author knows, in their fixed order.
/// </summary>
internal sealed class StatelessServiceInstanceAdapter : IStatelessServiceInstance
{
    private readonly StatelessServiceContext _context;
    private readonly StatelessService _service;
    private readonly ServiceFailurePolicy _policy;
    private readonly OpenListeners _listeners;
    private RunAsyncScheduler? _runAsync;
    private ServiceHealthReports? _health;

    internal StatelessServiceInstanceAdapter(
        StatelessServiceContext context, StatelessService service, ServiceFailurePolicy? policy = null)
    {
        _context = context;
        _service = service;
        _policy = policy ?? ServiceFailurePolicy.Default;
        _listeners = new OpenListeners(Name, _policy.Log);
    }

    private string Name => $"{_context.ServiceName} {_context.TraceId}";

    public void Initialize(StatelessServiceInitializationParameters initializationParameters)
    {
    }

    public async Task<string> OpenAsync(IStatelessServicePartition partition, CancellationToken cancellationToken)
    {
        _service.SetPartition(partition);
        var listeners = _service.InvokeCreateServiceInstanceListeners().Where(l => l is not null)
            .Select(l => (l.Name, (Func<ICommunicationListener>)(() => l.CreateCommunicationListener(_context))));
        var endpoints = await _listeners.OpenAsync(listeners, cancellationToken).ConfigureAwait(false);
        _service.SetAddresses(endpoints.ToReadOnlyDictionary());
        _health = new ServiceHealthReports(partition, Name, _policy);
        _runAsync = new RunAsyncScheduler(Name, partition, _service.InvokeRunAsync, _health, _policy);
        _runAsync.Start();
        await _service.InvokeOnOpenAsync(cancellationToken).ConfigureAwait(false);
        return endpoints.ToString();
    }

    public async Task CloseAsync(CancellationToken cancellationToken)
    {
        await _listeners.CloseAsync(_health, cancellationToken).ConfigureAwait(false);
        _service.SetAddresses(new Dictionary<string, string>());
        if (_runAsync is { } runAsync)
            await runAsync.StopAsync().ConfigureAwait(false);
        await _service.InvokeOnCloseAsync(cancellationToken).ConfigureAwait(false);
    }

    public void Abort()
    {
        _health?.Abort();
        _listeners.Abort();
        _runAsync?.Cancel();
        _service.InvokeOnAbort();
    }
}
