using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using SfPerf.Fabric.Remoting.Client;

namespace SfPerf.Benchmarks.Remoting;

/// <summary>Represents one partition, and it never moves.</summary>
internal sealed class FixedLocator(Uri service, string address) : IPartitionLocator
{
    private readonly ResolvedServicePartition _partition = new(
        service,
        new Int64RangePartitionInformation { Id = Guid.NewGuid(), LowKey = long.MinValue, HighKey = long.MaxValue },
        [new ResolvedServiceEndpoint { Role = ServiceEndpointRole.StatefulPrimary, Address = address }],
        1);

    public Task<ResolvedServicePartition> ResolveAsync(
        Uri service, ServicePartitionKey key, CancellationToken cancellationToken) => Task.FromResult(_partition);

    public Task<ResolvedServicePartition> ResolveAgainAsync(
        ResolvedServicePartition previous, CancellationToken cancellationToken) => Task.FromResult(_partition);
}
