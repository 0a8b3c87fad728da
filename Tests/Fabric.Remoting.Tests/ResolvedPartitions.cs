using System;
using System.Fabric;

namespace SfPerf.Fabric.Remoting.Tests;

internal static class ResolvedPartitions
{
    internal static ResolvedServicePartition Create(Uri service, string primary) => new(
        service,
        new Int64RangePartitionInformation { Id = Guid.Empty, LowKey = long.MinValue, HighKey = long.MaxValue },
        [new ResolvedServiceEndpoint { Role = ServiceEndpointRole.StatefulPrimary, Address = primary }],
        version: 1);
}
