using System;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.LoadDriver.Targets;

/// <summary>The key ranges of the measured service.</summary>
internal static class PartitionRanges
{
    private static readonly TimeSpan QueryTimeout = TimeSpan.FromSeconds(60);

    /// <summary>Asks the cluster; the lowest range comes first.</summary>
    /// <exception cref="InvalidOperationException">The service is not partitioned by a range of keys.</exception>
    public static async Task<List<(long Low, long High)>> FindAsync(Uri serviceName, CancellationToken token)
    {
        using var client = new FabricClient();
        var partitions = await client.QueryManager.GetPartitionListAsync(serviceName, null, QueryTimeout, token)
            .ConfigureAwait(false);
        var ranges = partitions.Select(p => p.PartitionInformation).OfType<Int64RangePartitionInformation>()
            .Select(p => (p.LowKey, p.HighKey)).OrderBy(r => r.LowKey).ToList();
        return ranges.Count > 0 ? ranges : throw new InvalidOperationException(
            $"{serviceName} has no partition with a key range; "
            + "allowed: a service partitioned by UniformInt64Partition.");
    }
}
