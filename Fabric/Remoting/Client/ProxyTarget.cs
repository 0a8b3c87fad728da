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

    /// <exception cref="TimeoutException">Not found within the operation timeout.</exception>
    internal async Task<PartitionChannel> FindChannelAsync(CancellationToken token)
    {
        using var timeout = new CancellationTokenSource(operationTimeout, time);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token, timeout.Token);
        try
        {
            return _channel = await directory.FindAsync(key, limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException e) when (!token.IsCancellationRequested)
        {
            throw new TimeoutException("The partition was not found within the operation timeout.", e);
        }
    }
}
