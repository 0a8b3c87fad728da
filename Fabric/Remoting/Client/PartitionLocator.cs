using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>The process's default resolver, looked up at each use because SetDefault may replace it.</summary>
internal sealed class PartitionLocator : IPartitionLocator
{
    public Task<ResolvedServicePartition> ResolveAsync(
        Uri service, ServicePartitionKey key, CancellationToken cancellationToken) =>
        ServicePartitionResolver.GetDefault().ResolveAsync(service, key, cancellationToken);

    public Task<ResolvedServicePartition> ResolveAgainAsync(
        ResolvedServicePartition previous, CancellationToken cancellationToken) =>
        ServicePartitionResolver.GetDefault().ResolveAsync(previous, cancellationToken);
}
