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
public class ServicePartitionResolver : IServicePartitionResolver
{
    public static readonly TimeSpan DefaultResolveTimeout = TimeSpan.FromSeconds(30);

    public static readonly TimeSpan DefaultMaxRetryBackoffInterval = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan FirstBackoff = TimeSpan.FromMilliseconds(20);
    private static ServicePartitionResolver _default;

    private readonly Lock _gate = new();
    private readonly CreateFabricClientDelegate _create;
    private readonly CreateFabricClientDelegate _recreate;
    private FabricClient _client; // guarded by _gate

    public ServicePartitionResolver(params string[] connectionEndpoints)
        : this(() => new FabricClient(connectionEndpoints))
    {
    }

    public ServicePartitionResolver(FabricClientSettings settings, params string[] connectionEndpoints)
        : this(() => new FabricClient(settings, connectionEndpoints))
    {
    }

    public ServicePartitionResolver(SecurityCredentials credential, params string[] connectionEndpoints)
        : this(() => new FabricClient(credential, connectionEndpoints))
    {
    }

    public ServicePartitionResolver(
        SecurityCredentials credential, FabricClientSettings settings, params string[] connectionEndpoints)
        : this(() => new FabricClient(credential, settings, connectionEndpoints))
    {
    }

    public ServicePartitionResolver(CreateFabricClientDelegate createFabricClient)
        : this(createFabricClient, createFabricClient)
    {
    }

    public ServicePartitionResolver(
        CreateFabricClientDelegate createFabricClient, CreateFabricClientDelegate recreateFabricClient)
    {
        ArgumentNullException.ThrowIfNull(createFabricClient);
        ArgumentNullException.ThrowIfNull(recreateFabricClient);
        _create = createFabricClient;
        _recreate = recreateFabricClient;
    }

    public static ServicePartitionResolver GetDefault()
    {
        if (Volatile.Read(ref _default) is { } set)
            return set;
        Interlocked.CompareExchange(ref _default, new ServicePartitionResolver(), null);
        return _default;
    }

    public static void SetDefault(ServicePartitionResolver defaultServiceResolver)
    {
        ArgumentNullException.ThrowIfNull(defaultServiceResolver);
        Volatile.Write(ref _default, defaultServiceResolver);
    }

    public Task<ResolvedServicePartition> ResolveAsync(
        Uri serviceUri, ServicePartitionKey partitionKey, CancellationToken cancellationToken) =>
        ResolveAsync(
            serviceUri, partitionKey, DefaultResolveTimeout, DefaultMaxRetryBackoffInterval, cancellationToken);

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

    public Task<ResolvedServicePartition> ResolveAsync(
        ResolvedServicePartition previousRsp, CancellationToken cancellationToken) =>
        ResolveAsync(previousRsp, DefaultResolveTimeout, DefaultMaxRetryBackoffInterval, cancellationToken);

    /// <summary>Resolves again what failed. The answer waits a moment for addresses newer than those.</summary>
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
        for (var backoff = FirstBackoff; ;)
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

            await Task.Delay(RetryDelay.UpTo(backoff), TimeProvider.System, cancellationToken).ConfigureAwait(false);
            backoff = backoff * 2 < backoffMax ? backoff * 2 : backoffMax;
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
