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

/// <summary>
/// Keeps one client for each address of a partition, and finds the address of a partition. Any thread may call it.
/// </summary>
/// <typeparam name="TCommunicationClient">The type of the clients.</typeparam>
/// <remarks>
/// A derived class says how a client is made, connected, checked and ended. Its methods are called from any thread; for
/// one address, clients are made one after the other. A client that fails the check is replaced when it is asked for
/// again. When there are more than 1,024 addresses, clients that fail the check are ended.
/// </remarks>
public abstract partial class CommunicationClientFactoryBase<TCommunicationClient>
    : ICommunicationClientFactory<TCommunicationClient> where TCommunicationClient : ICommunicationClient
{
    private const int ClientsMax = 1024;
    private readonly bool _fireConnectEvents;
    private readonly IExceptionHandler[] _exceptionHandlers;
    private readonly ConcurrentDictionary<string, Entry> _clients = new();

    /// <summary>Initializes a factory that does not raise its events.</summary>
    /// <param name="servicePartitionResolver">Finds the addresses; null for the default resolver.</param>
    /// <param name="exceptionHandlers">Asked in this order about each failure; null for none. Without a handler no call
    /// is tried again.</param>
    /// <param name="traceId">A name for this factory; null for a new one.</param>
    protected CommunicationClientFactoryBase(
        IServicePartitionResolver servicePartitionResolver = null,
        IEnumerable<IExceptionHandler> exceptionHandlers = null,
        string traceId = null)
        : this(false, servicePartitionResolver, exceptionHandlers, traceId)
    {
    }

    /// <summary>Initializes a factory.</summary>
    /// <param name="fireConnectEvents">Whether <see cref="ClientConnected"/> and <see cref="ClientDisconnected"/> are
    /// raised.</param>
    /// <param name="servicePartitionResolver">Finds the addresses; null for the default resolver.</param>
    /// <param name="exceptionHandlers">Asked in this order about each failure; null for none. Without a handler no call
    /// is tried again.</param>
    /// <param name="traceId">A name for this factory; null for a new one.</param>
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

    /// <summary>
    /// Raised when a new client has connected, before its first call, if the constructor was told so. Other callers for
    /// the same address wait until the handlers have returned.
    /// </summary>
    public event EventHandler<CommunicationClientEventArgs<TCommunicationClient>> ClientConnected;

    /// <summary>
    /// Raised when a client has been aborted because it failed the check after a failed call, if the constructor was
    /// told so.
    /// </summary>
    public event EventHandler<CommunicationClientEventArgs<TCommunicationClient>> ClientDisconnected;

    /// <summary>Gets what finds the addresses.</summary>
    public IServicePartitionResolver ServiceResolver { get; }

    /// <summary>Gets the handlers in the order in which they are asked.</summary>
    public IEnumerable<IExceptionHandler> ExceptionHandlers => _exceptionHandlers;

    /// <summary>Gets the number of addresses with a client, or with one on its way.</summary>
    internal int AddressCount => _clients.Count;

    /// <summary>Gets the name of this factory: what the constructor was given, or a new GUID.</summary>
    protected string TraceId { get; }

    /// <summary>Resolves the partition that holds a key, and gives a client for one of its endpoints.</summary>
    /// <param name="serviceUri">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <param name="partitionKey">The key; null for a singleton partition.</param>
    /// <param name="targetReplicaSelector">Which replica is meant; where several fit, one is drawn at random.</param>
    /// <param name="listenerName">The name of the listener; null for the first one. Where a replica's address is not in
    /// the form of <see cref="ServiceEndpointCollection"/>, it is taken as a whole and the name is not used.</param>
    /// <param name="retrySettings">How often and how fast a connection is tried; must not be null.</param>
    /// <param name="cancellationToken">Ends the wait. Without it, the method waits as long as the cluster starts or
    /// moves the partition.</param>
    /// <returns>A client that passes the check, with its properties set.</returns>
    /// <exception cref="ArgumentNullException">The name of the service is null.</exception>
    /// <exception cref="AggregateException">The number of retries is used up; the last failure is the inner
    /// exception.</exception>
    /// <exception cref="FabricServiceNotFoundException">There is no such service. Trying again helps only if it is
    /// about to be created.</exception>
    /// <exception cref="FabricInvalidPartitionKeyException">The key is of another kind than the service's partitions,
    /// or lies in none.</exception>
    /// <remarks>
    /// A partition that has no endpoint for the replica or the listener at present is resolved again, as often as the
    /// settings allow. A connection that fails is judged by the exception handlers.
    /// </remarks>
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

    /// <summary>
    /// Resolves a partition again whose address has failed, and gives a client for one of its endpoints. See the
    /// overload with a key.
    /// </summary>
    /// <param name="previousRsp">What was resolved before. The naming service waits up to 1 s for something
    /// newer.</param>
    /// <param name="targetReplica">Which replica is meant; where several fit, one is drawn at random.</param>
    /// <param name="listenerName">The name of the listener; null for the first one.</param>
    /// <param name="retrySettings">How often and how fast a connection is tried; must not be null.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>
    /// A client that passes the check, with its properties set. It may be the one that was used before.
    /// </returns>
    /// <exception cref="ArgumentNullException">The resolved partition is null.</exception>
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
    /// <param name="client">The client through which the call was made. If the failure is not transient and the client
    /// fails the check, it is aborted. Null is allowed.</param>
    /// <param name="exceptionInformation">What the call failed with.</param>
    /// <param name="retrySettings">The settings of the caller, which the handlers get.</param>
    /// <param name="cancellationToken">Not used: the answer is there at once.</param>
    /// <returns>
    /// The judgement of the first handler that knows the failure. If none does, the call may not be tried again.
    /// </returns>
    /// <exception cref="ArgumentNullException">The information is null.</exception>
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

    /// <summary>
    /// Aborts the clients that are open. Calls under way fail. The factory can be used afterwards: it makes new
    /// clients.
    /// </summary>
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

    /// <summary>Checks whether a client can still be used. It should not wait.</summary>
    /// <param name="client">The client.</param>
    /// <returns>False to have it replaced.</returns>
    protected abstract bool ValidateClient(TCommunicationClient client);

    /// <summary>Checks whether a client can still be used and reaches an address. It should not wait.</summary>
    /// <param name="endpoint">The address that is wanted.</param>
    /// <param name="client">The client that was made for this address.</param>
    /// <returns>False to have a new one made.</returns>
    protected abstract bool ValidateClient(string endpoint, TCommunicationClient client);

    /// <summary>Makes a client for an address.</summary>
    /// <param name="endpoint">The address that the listener's <c>OpenAsync</c> returned.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The new client. A failure is judged by the exception handlers.</returns>
    protected abstract Task<TCommunicationClient> CreateClientAsync(
        string endpoint, CancellationToken cancellationToken);

    /// <summary>Ends a client at once.</summary>
    /// <param name="client">The client, through which calls may be under way.</param>
    protected abstract void AbortClient(TCommunicationClient client);

    /// <summary>Connects a client that was made; does nothing unless overridden.</summary>
    /// <param name="client">The new client.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>A task that ends when the client can be used. A failure is judged by the exception handlers.</returns>
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
