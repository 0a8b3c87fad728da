#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace Microsoft.ServiceFabric.Services.Client;

/// <summary>
/// Finds the addresses of partitions and keeps trying while the cluster is busy. Any thread may call it.
/// </summary>
/// <remarks>
/// Nothing is cached: each call asks the gateway of the cluster. A cluster that does not answer, and a partition that
/// has no endpoint at present, are asked again until the token is cancelled. A pause before an attempt is at most 20 ms
/// or a quarter of the time since the first attempt, whichever is longer, so that a caller finds a partition soon after
/// it is back. Other failures, such as an unknown service, are thrown at once.
/// </remarks>
public class ServicePartitionResolver : IServicePartitionResolver
{
    /// <summary>The longest wait for one answer unless the caller says otherwise: 30 s.</summary>
    public static readonly TimeSpan DefaultResolveTimeout = TimeSpan.FromSeconds(30);

    /// <summary>The longest pause between two attempts unless the caller says otherwise: 5 s.</summary>
    public static readonly TimeSpan DefaultMaxRetryBackoffInterval = TimeSpan.FromSeconds(5);

    private static ServicePartitionResolver _default;

    private readonly Lock _gate = new();
    private readonly CreateFabricClientDelegate _create;
    private readonly CreateFabricClientDelegate _recreate;
    private FabricClient _client; // guarded by _gate

    /// <summary>
    /// Initializes a resolver for a cluster at given endpoints. Nothing is connected before the first call.
    /// </summary>
    /// <param name="connectionEndpoints">Client endpoints as host:port; without any, the cluster that runs this
    /// process, else localhost:19000.</param>
    public ServicePartitionResolver(params string[] connectionEndpoints)
        : this(() => new FabricClient(connectionEndpoints))
    {
    }

    /// <summary>Initializes a resolver with settings for its client.</summary>
    /// <param name="settings">The settings of the client.</param>
    /// <param name="connectionEndpoints">Client endpoints as host:port; without any, the cluster that runs this
    /// process, else localhost:19000.</param>
    public ServicePartitionResolver(FabricClientSettings settings, params string[] connectionEndpoints)
        : this(() => new FabricClient(settings, connectionEndpoints))
    {
    }

    /// <summary>
    /// Initializes a resolver with credentials. As those of <see cref="FabricClient"/>, they must name no certificate:
    /// otherwise each call throws a <see cref="FabricException"/>.
    /// </summary>
    /// <param name="credential">Credentials without a certificate, or null.</param>
    /// <param name="connectionEndpoints">Client endpoints as host:port; without any, the cluster that runs this
    /// process, else localhost:19000.</param>
    public ServicePartitionResolver(SecurityCredentials credential, params string[] connectionEndpoints)
        : this(() => new FabricClient(credential, connectionEndpoints))
    {
    }

    /// <summary>
    /// Initializes a resolver with credentials and settings. The credentials must name no certificate.
    /// </summary>
    /// <param name="credential">Credentials without a certificate, or null.</param>
    /// <param name="settings">The settings of the client.</param>
    /// <param name="connectionEndpoints">Client endpoints as host:port; without any, the cluster that runs this
    /// process, else localhost:19000.</param>
    public ServicePartitionResolver(
        SecurityCredentials credential, FabricClientSettings settings, params string[] connectionEndpoints)
        : this(() => new FabricClient(credential, settings, connectionEndpoints))
    {
    }

    /// <summary>Initializes a resolver with a function that makes its client.</summary>
    /// <param name="createFabricClient">Called at the first use, and again if the client was disposed of.</param>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    public ServicePartitionResolver(CreateFabricClientDelegate createFabricClient)
        : this(createFabricClient, createFabricClient)
    {
    }

    /// <summary>Initializes a resolver with functions that make its client.</summary>
    /// <param name="createFabricClient">Called at the first use.</param>
    /// <param name="recreateFabricClient">Called if the client was disposed of.</param>
    /// <exception cref="ArgumentNullException">A function is null.</exception>
    public ServicePartitionResolver(
        CreateFabricClientDelegate createFabricClient, CreateFabricClientDelegate recreateFabricClient)
    {
        ArgumentNullException.ThrowIfNull(createFabricClient);
        ArgumentNullException.ThrowIfNull(recreateFabricClient);
        _create = createFabricClient;
        _recreate = recreateFabricClient;
    }

    /// <summary>
    /// Gets the resolver that clients without one of their own use: the one that was set, else one without endpoints.
    /// </summary>
    /// <returns>The same one at each call, unless another one is set.</returns>
    public static ServicePartitionResolver GetDefault()
    {
        if (Volatile.Read(ref _default) is { } set)
            return set;
        Interlocked.CompareExchange(ref _default, new ServicePartitionResolver(), null);
        return _default;
    }

    /// <summary>Sets the resolver for clients that are made from now on. Those that have one keep it.</summary>
    /// <param name="defaultServiceResolver">The resolver.</param>
    /// <exception cref="ArgumentNullException">The resolver is null.</exception>
    public static void SetDefault(ServicePartitionResolver defaultServiceResolver)
    {
        ArgumentNullException.ThrowIfNull(defaultServiceResolver);
        Volatile.Write(ref _default, defaultServiceResolver);
    }

    /// <summary>Resolves the partition that holds a key, with the default times. See the overload with times.</summary>
    /// <param name="serviceUri">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <param name="partitionKey">The key; null for a singleton partition.</param>
    /// <param name="cancellationToken">Ends the attempts; there is no other limit.</param>
    /// <returns>The addresses that are known now.</returns>
    public Task<ResolvedServicePartition> ResolveAsync(
        Uri serviceUri, ServicePartitionKey partitionKey, CancellationToken cancellationToken) =>
        ResolveAsync(
            serviceUri, partitionKey, DefaultResolveTimeout, DefaultMaxRetryBackoffInterval, cancellationToken);

    /// <summary>Resolves the partition that holds a key.</summary>
    /// <param name="serviceUri">The name of the service, as <c>fabric:/application/service</c>. A relative name such as
    /// <c>service</c> is allowed where only one service of the cluster ends so; Service Fabric refuses it.</param>
    /// <param name="partitionKey">The key; null for a singleton partition.</param>
    /// <param name="resolveTimeoutPerTry">The longest wait for one answer. An answer that does not come in time is
    /// asked for again.</param>
    /// <param name="maxRetryBackoffInterval">The longest pause between two attempts.</param>
    /// <param name="cancellationToken">Ends the attempts; there is no other limit.</param>
    /// <returns>The addresses that are known now, at least one.</returns>
    /// <exception cref="ArgumentNullException">The name of the service is null.</exception>
    /// <exception cref="ArgumentException">The name does not begin with <c>fabric:/</c>, or a relative one fits several
    /// services.</exception>
    /// <exception cref="FabricServiceNotFoundException">There is no such service.</exception>
    /// <exception cref="FabricInvalidPartitionKeyException">The key is of another kind than the service's partitions,
    /// or lies in none.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public Task<ResolvedServicePartition> ResolveAsync(
        Uri serviceUri,
        ServicePartitionKey partitionKey,
        TimeSpan resolveTimeoutPerTry,
        TimeSpan maxRetryBackoffInterval,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(serviceUri);
        return ResolveAsync(
            serviceUri, partitionKey ?? ServicePartitionKey.Singleton, null, resolveTimeoutPerTry,
            maxRetryBackoffInterval, cancellationToken);
    }

    /// <summary>Resolves again what failed, with the default times. See the overload with times.</summary>
    /// <param name="previousRsp">What was resolved before.</param>
    /// <param name="cancellationToken">Ends the attempts; there is no other limit.</param>
    /// <returns>The addresses that are known now.</returns>
    public Task<ResolvedServicePartition> ResolveAsync(
        ResolvedServicePartition previousRsp, CancellationToken cancellationToken) =>
        ResolveAsync(previousRsp, DefaultResolveTimeout, DefaultMaxRetryBackoffInterval, cancellationToken);

    /// <summary>
    /// Resolves again what failed. The answer waits up to 1 s for addresses that are newer than those.
    /// </summary>
    /// <param name="previousRsp">What was resolved before.</param>
    /// <param name="resolveTimeoutPerTry">The longest wait for one answer. An answer that does not come in time is
    /// asked for again.</param>
    /// <param name="maxRetryBackoffInterval">The longest pause between two attempts.</param>
    /// <param name="cancellationToken">Ends the attempts; there is no other limit.</param>
    /// <returns>The addresses that are known now; the same ones where there are none newer.</returns>
    /// <exception cref="ArgumentNullException">The resolved partition is null.</exception>
    /// <exception cref="FabricServiceNotFoundException">There is no such service any more.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public Task<ResolvedServicePartition> ResolveAsync(
        ResolvedServicePartition previousRsp,
        TimeSpan resolveTimeoutPerTry,
        TimeSpan maxRetryBackoffInterval,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(previousRsp);
        var key = previousRsp.Info switch
        {
            Int64RangePartitionInformation range => new ServicePartitionKey(range.LowKey),
            NamedPartitionInformation named => new ServicePartitionKey(named.Name),
            _ => ServicePartitionKey.Singleton,
        };
        return ResolveAsync(
            previousRsp.ServiceName,
            key,
            previousRsp,
            resolveTimeoutPerTry,
            maxRetryBackoffInterval,
            cancellationToken);
    }

    private async Task<ResolvedServicePartition> ResolveAsync(
        Uri serviceUri,
        ServicePartitionKey key,
        ResolvedServicePartition previous,
        TimeSpan timeoutPerTry,
        TimeSpan backoffMax,
        CancellationToken cancellationToken)
    {
        for (var since = TimeProvider.System.GetTimestamp(); ;)
        {
            var client = Client();
            try
            {
                return await ResolveOnceAsync(client, serviceUri, key, previous, timeoutPerTry, cancellationToken)
                    .ConfigureAwait(false);
            }
            catch (Exception e) when (e is FabricTransientException or TimeoutException)
            {
                // The cluster starts, or moves the partition. The caller's token says how long that is worth waiting
                // for.
            }
            catch (ObjectDisposedException) when (!cancellationToken.IsCancellationRequested)
            {
                Renew(client);
            }

            var pause = RetryDelay.Longest(TimeProvider.System.GetElapsedTime(since), backoffMax);
            await Task.Delay(RetryDelay.UpTo(pause), TimeProvider.System, cancellationToken).ConfigureAwait(false);
        }
    }

    private static Task<ResolvedServicePartition> ResolveOnceAsync(
        FabricClient client,
        Uri serviceUri,
        ServicePartitionKey key,
        ResolvedServicePartition previous,
        TimeSpan timeout,
        CancellationToken cancellationToken)
    {
        var services = client.ServiceManager;
        return key.Value switch
        {
            long number =>
                services.ResolveServicePartitionAsync(serviceUri, number, previous, timeout, cancellationToken),
            string name =>
                services.ResolveServicePartitionAsync(serviceUri, name, previous, timeout, cancellationToken),
            _ => services.ResolveServicePartitionAsync(serviceUri, previous, timeout, cancellationToken),
        };
    }

    private FabricClient Client()
    {
        lock (_gate)
            return _client ??= _create();
    }

    private void Renew(FabricClient failed)
    {
        lock (_gate)
        {
            if (_client == failed)
                _client = _recreate();
        }
    }
}
