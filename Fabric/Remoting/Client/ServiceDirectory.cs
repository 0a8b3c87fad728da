using System;
using System.Collections.Immutable;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// The partitions of one service that this process has met: a key is resolved over the network once a partition.
/// </summary>
internal sealed class ServiceDirectory(
    Uri service,
    IPartitionLocator locator,
    ReplicaConnector connector,
    TimeProvider time)
{
    private readonly Lock _gate = new();
    private ImmutableArray<PartitionChannel> _channels = [];

    internal PartitionChannel? Find(ServicePartitionKey key)
    {
        foreach (var channel in _channels)
        {
            if (Holds(channel.Info, key))
                return channel;
        }
        return null;
    }

    internal async Task<PartitionChannel> FindAsync(ServicePartitionKey key, CancellationToken cancellationToken)
    {
        var partition = await locator.ResolveAsync(service, key, cancellationToken).ConfigureAwait(false);
        lock (_gate)
        {
            if (Find(key) is { } known)
                return known;
            var channel = new PartitionChannel(connector, partition, time);
            _channels = _channels.Add(channel);
            return channel;
        }
    }

    private static bool Holds(ServicePartitionInformation info, ServicePartitionKey key) => info switch
    {
        Int64RangePartitionInformation range =>
            key.Value is long value && range.LowKey <= value && value <= range.HighKey,
        NamedPartitionInformation named => key.Value is string name && named.Name == name,
        _ => key.Kind == ServicePartitionKind.Singleton,
    };
}
