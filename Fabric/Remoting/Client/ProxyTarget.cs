using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>Where a proxy's calls go, and how long they may take. Thread safe.</summary>
internal sealed class ProxyTarget(
    ServiceDirectory directory,
    ServicePartitionKey key,
    TimeSpan operationTimeout,
    long messageBytesMax,
    TimeProvider time)
{
    private readonly long _timeoutTicks = (long)(operationTimeout.TotalSeconds * time.TimestampFrequency);
    private PartitionChannel? _channel;

    internal long MessageBytesMax { get; } = messageBytesMax;

    internal PartitionChannel? Channel => _channel ??= directory.Find(key);

    internal long Deadline() => time.GetTimestamp() + _timeoutTicks;

    internal async Task<PartitionChannel> FindChannelAsync(CancellationToken token) =>
        _channel = await directory.FindAsync(key, token).ConfigureAwait(false);
}
