using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>Describes where a proxy's calls go, and how long they may take. Thread safe.</summary>
internal sealed class ProxyTarget(
    ServiceDirectory directory,
    ServicePartitionKey key,
    TimeSpan operationTimeout,
    long messageBytesMax,
    OperationRetrySettings retrySettings,
    TimeProvider time)
{
    private static readonly TimeSpan LongestTimeout = TimeSpan.FromMilliseconds(int.MaxValue);

    private readonly TimeSpan _timeout = Bounded(operationTimeout, retrySettings.ClientRetryTimeout);
    private readonly long _timeoutTicks =
        (long)(Bounded(operationTimeout, retrySettings.ClientRetryTimeout).TotalSeconds * time.TimestampFrequency);
    private PartitionChannel? _channel;

    internal long MessageBytesMax { get; } = messageBytesMax;

    internal OperationRetrySettings RetrySettings { get; } = retrySettings;

    /// <summary>Gets who makes exceptions of the service again, before what remoting knows by itself.</summary>
    internal IReadOnlyList<IExceptionConvertor> Convertors { get; init; } = [];

    internal PartitionChannel? Channel => _channel ??= directory.Find(key);

    internal long Deadline() => time.GetTimestamp() + _timeoutTicks;

    // The shorter of the two; what is infinite, or longer than a timer runs, is the longest time of a timer.
    private static TimeSpan Bounded(TimeSpan operationTimeout, TimeSpan retryTimeout)
    {
        var operation = operationTimeout < TimeSpan.Zero ? LongestTimeout : operationTimeout;
        var retry = retryTimeout < TimeSpan.Zero ? LongestTimeout : retryTimeout;
        var shorter = operation < retry ? operation : retry;
        return shorter < LongestTimeout ? shorter : LongestTimeout;
    }

    /// <exception cref="TimeoutException">Not found within the operation timeout.</exception>
    internal async Task<PartitionChannel> FindChannelAsync(CancellationToken token)
    {
        using var timeout = new CancellationTokenSource(_timeout, time);
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
