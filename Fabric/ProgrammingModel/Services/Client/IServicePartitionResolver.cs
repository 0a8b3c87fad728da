#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Client;

public interface IServicePartitionResolver
{
    Task<ResolvedServicePartition> ResolveAsync(
        ResolvedServicePartition previousRsp,
        TimeSpan resolveTimeoutPerTry,
        TimeSpan maxRetryBackoffInterval,
        CancellationToken cancellationToken);

    Task<ResolvedServicePartition> ResolveAsync(
        Uri serviceUri,
        ServicePartitionKey partitionKey,
        TimeSpan resolveTimeoutPerTry,
        TimeSpan maxRetryBackoffInterval,
        CancellationToken cancellationToken);
}

public delegate FabricClient CreateFabricClientDelegate();
