#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Client;

/// <summary>Finds the addresses of partitions. Any thread may call it.</summary>
public interface IServicePartitionResolver
{
    /// <summary>Resolves a partition again because its addresses have failed.</summary>
    /// <param name="previousRsp">What was resolved before.</param>
    /// <param name="resolveTimeoutPerTry">The longest wait for one answer.</param>
    /// <param name="maxRetryBackoffInterval">The longest pause between two attempts.</param>
    /// <param name="cancellationToken">Ends the attempts.</param>
    /// <returns>The addresses that are known now.</returns>
    Task<ResolvedServicePartition> ResolveAsync(
        ResolvedServicePartition previousRsp,
        TimeSpan resolveTimeoutPerTry,
        TimeSpan maxRetryBackoffInterval,
        CancellationToken cancellationToken);

    /// <summary>Resolves the partition that holds a key.</summary>
    /// <param name="serviceUri">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <param name="partitionKey">The key; null for a singleton partition.</param>
    /// <param name="resolveTimeoutPerTry">The longest wait for one answer.</param>
    /// <param name="maxRetryBackoffInterval">The longest pause between two attempts.</param>
    /// <param name="cancellationToken">Ends the attempts.</param>
    /// <returns>The addresses that are known now.</returns>
    Task<ResolvedServicePartition> ResolveAsync(
        Uri serviceUri,
        ServicePartitionKey partitionKey,
        TimeSpan resolveTimeoutPerTry,
        TimeSpan maxRetryBackoffInterval,
        CancellationToken cancellationToken);
}

/// <summary>Makes the client that a <see cref="ServicePartitionResolver"/> asks.</summary>
/// <returns>The client; the resolver keeps it.</returns>
public delegate FabricClient CreateFabricClientDelegate();
