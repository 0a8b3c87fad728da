#nullable disable

using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>Keeps one client per endpoint and finds the endpoint of a partition. Any thread may call it.</summary>
public abstract partial class CommunicationClientFactoryBase<TCommunicationClient>
    : ICommunicationClientFactory<TCommunicationClient> where TCommunicationClient : ICommunicationClient
{
    private const int ClientsMax = 1024;
    private readonly bool _fireConnectEvents;
    private readonly IExceptionHandler[] _exceptionHandlers;
    private readonly ConcurrentDictionary<string, Entry> _clients = new();

    protected CommunicationClientFactoryBase(
        IServicePartitionResolver servicePartitionResolver = null,
        IEnumerable<IExceptionHandler> exceptionHandlers = null,
        string traceId = null)
        : this(false, servicePartitionResolver, exceptionHandlers, traceId)
    {
    }

    protected CommunicationClientFactoryBase(
        bool fireConnectEvents,
        IServicePartitionResolver servicePartitionResolver = null,
        IEnumerable<IExceptionHandler> exceptionHandlers = null,
        string traceId = null)
    {
        _fireConnectEvents = fireConnectEvents;
        _exceptionHandlers = exceptionHandlers?.ToArray() ?? [];
        ServiceResolver = servicePartitionResolver ?? ServicePartitionResolver.GetDefault();
        TraceId = traceId ?? Guid.NewGuid().ToString();
    }

    public event EventHandler<CommunicationClientEventArgs<TCommunicationClient>> ClientConnected;

    public event EventHandler<CommunicationClientEventArgs<TCommunicationClient>> ClientDisconnected;

    public IServicePartitionResolver ServiceResolver { get; }

    public IEnumerable<IExceptionHandler> ExceptionHandlers => _exceptionHandlers;

    /// <summary>Gets the number of addresses with a client, or with one on its way.</summary>
    internal int AddressCount => _clients.Count;

    protected string TraceId { get; }

    public async Task<TCommunicationClient> GetClientAsync(
        Uri serviceUri,
        ServicePartitionKey partitionKey,
        TargetReplicaSelector targetReplicaSelector,
        string listenerName,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(serviceUri);
        var backoffMax = retrySettings.MaxRetryBackoffIntervalOnTransientErrors;
        var resolved = await ServiceResolver.ResolveAsync(
            serviceUri, partitionKey, ServicePartitionResolver.DefaultResolveTimeout, backoffMax, cancellationToken)
            .ConfigureAwait(false);
        return await ConnectAsync(resolved, targetReplicaSelector, listenerName, retrySettings, cancellationToken)
            .ConfigureAwait(false);
    }

    public async Task<TCommunicationClient> GetClientAsync(
        ResolvedServicePartition previousRsp,
        TargetReplicaSelector targetReplica,
        string listenerName,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(previousRsp);
        var resolved = await ResolveAgainAsync(previousRsp, retrySettings, cancellationToken).ConfigureAwait(false);
        return await ConnectAsync(resolved, targetReplica, listenerName, retrySettings, cancellationToken)
            .ConfigureAwait(false);
    }

    /// <summary>Asks the exception handlers, in order, whether a failed call may be tried again.</summary>
    public Task<OperationRetryControl> ReportOperationExceptionAsync(
        TCommunicationClient client,
        ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(exceptionInformation);
        var control = Judge(exceptionInformation, retrySettings);
        if (control.ShouldRetry && !control.IsTransient && client is not null)
            DropIfInvalid(client);
        return Task.FromResult(control);
    }

    /// <summary>Closes the clients that are open. Calls under way fail.</summary>
    public virtual void Dispose()
    {
        foreach (var (key, entry) in _clients)
        {
            _clients.TryRemove(key, out _);
            if (entry.Client is { } client)
                AbortClient(client);
        }

        GC.SuppressFinalize(this);
    }

    protected abstract bool ValidateClient(TCommunicationClient client);

    protected abstract bool ValidateClient(string endpoint, TCommunicationClient client);

    protected abstract Task<TCommunicationClient> CreateClientAsync(
        string endpoint, CancellationToken cancellationToken);

    protected abstract void AbortClient(TCommunicationClient client);

    protected virtual Task OpenClient(TCommunicationClient client, CancellationToken cancellationToken) =>
        Task.CompletedTask;

    private Task<ResolvedServicePartition> ResolveAgainAsync(
        ResolvedServicePartition previous, OperationRetrySettings retrySettings, CancellationToken cancellationToken) =>
        ServiceResolver.ResolveAsync(
            previous,
            ServicePartitionResolver.DefaultResolveTimeout,
            retrySettings.MaxRetryBackoffIntervalOnTransientErrors,
            cancellationToken);

    private OperationRetryControl Judge(ExceptionInformation failure, OperationRetrySettings retrySettings)
    {
        foreach (var handler in _exceptionHandlers)
        {
            if (!handler.TryHandleException(failure, retrySettings, out var result))
                continue;
            return result is ExceptionHandlingRetryResult retry
                ? new OperationRetryControl
                {
                    ShouldRetry = true,
                    IsTransient = retry.IsTransient,
                    ExceptionId = retry.ExceptionId,
                    MaxRetryCount = retry.MaxRetryCount,
                    RetryDelay = retry.RetryDelay,
                    GetRetryDelay = retry.GetRetryDelay,
                    Exception = failure.Exception,
                }
                : new OperationRetryControl
                {
                    Exception = (result as ExceptionHandlingThrowResult)?.ExceptionToThrow ?? failure.Exception,
                };
        }

        return new OperationRetryControl { Exception = failure.Exception };
    }
}
