using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>Finds the partition of a key and, after a failure, where its replicas are now.</summary>
internal interface IPartitionLocator
{
    Task<ResolvedServicePartition> ResolveAsync(
        Uri service, ServicePartitionKey key, CancellationToken cancellationToken);

    Task<ResolvedServicePartition> ResolveAgainAsync(
        ResolvedServicePartition previous, CancellationToken cancellationToken);
}
