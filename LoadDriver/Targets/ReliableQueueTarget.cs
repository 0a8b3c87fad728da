using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Verification;
using SfPerf.Platform.Logging;
using SfPerf.ServiceContracts;
using SfPerf.Workload;

namespace SfPerf.LoadDriver.Targets;

/// <summary>Enqueues to and dequeues from queues of <see cref="ISfQueue"/>, one of this run and generator in each
/// partition: a write is an enqueue, a read a dequeue. The item of an operation only chooses the partition.</summary>
/// <param name="serviceName">The service.</param>
/// <param name="concurrent">Whether the queues are IReliableConcurrentQueues, which promise no order.</param>
/// <param name="verify">Whether the items that come out are judged.</param>
internal sealed class ReliableQueueTarget(Uri serviceName, bool concurrent, bool verify) : ILoadTarget
{
    private static readonly TimeSpan RemoveLimit = TimeSpan.FromSeconds(5);

    // A dequeue that the proxy repeats takes another item, and the first one is gone without anybody to tell.
    private static readonly ServiceProxyFactory Once =
        new(new OperationRetrySettings(TimeSpan.Zero, TimeSpan.Zero, 0, 0));

    // Unique, because the store outlives a run: what another run left behind does not come out in this one.
    private readonly long _number = BitConverter.ToInt64(Guid.NewGuid().ToByteArray()) & long.MaxValue;
    private Queue[] _queues = [];

    public async Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token)
    {
        var ranges = await PartitionRanges.FindAsync(serviceName, token).ConfigureAwait(false);
        _queues = [.. ranges.Take(specification.Items).Select(r => new Queue(
            new ServicePartitionKey(r.Low), serviceName,
            new QueueLedger(specification, Guid.NewGuid(), hasOrder: !concurrent)))];
        foreach (var queue in _queues)
            await queue.Repeated.CreateQueueAsync(_number, concurrent).WaitAsync(token).ConfigureAwait(false);
        return new TargetPreparation([.. Enumerable.Range(0, _queues.Length)]);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask WriteAsync(int item, long sequence, CancellationToken token)
    {
        var queue = _queues[item % _queues.Length];
        var enqueue = queue.Ledger.BeginEnqueue(sequence);
        try
        {
            var call = queue.Once.EnqueueAsync(_number, enqueue.Payload);
            await CallWait.UntilEndAsync(call, token).ConfigureAwait(false);
            await call.ConfigureAwait(false);
        }
        catch
        {
            queue.Ledger.Fail(enqueue);
            throw;
        }

        queue.Ledger.Acknowledge(enqueue);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask ReadAsync(int item, CancellationToken token)
    {
        var (queue, passed) = Begin(item);
        var call = queue.Once.DequeueAsync(_number);
        await CallWait.UntilEndAsync(call, token).ConfigureAwait(false);
        var value = await call.ConfigureAwait(false);
        if (verify || value is null)
            queue.Ledger.Check(passed, value);
    }

    // The next run has queues of its own, so nothing is lost if the store cannot be reached any more.
    public async ValueTask DisposeAsync()
    {
        try
        {
            await Task.WhenAll(_queues.Select(q => q.Repeated.RemoveQueueAsync(_number)))
                .WaitAsync(RemoveLimit, TimeProvider.System).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            EventLog.OfProcess.QueuesNotRemoved(e);
        }
    }

    // Failed enqueues leave fewer items in one partition than in another.
    private (Queue Queue, long Passed) Begin(int item)
    {
        for (var i = 0; i < _queues.Length; i++)
        {
            var queue = _queues[(item + i) % _queues.Length];
            if (queue.Ledger.TryBeginDequeue(out var passed))
                return (queue, passed);
        }

        throw new NothingLeftException("every acknowledged item was dequeued");
    }

    /// <summary>A queue with the proxies of its partition.</summary>
    private sealed class Queue(ServicePartitionKey key, Uri serviceName, QueueLedger ledger)
    {
        public ISfQueue Once { get; } = ReliableQueueTarget.Once.CreateServiceProxy<ISfQueue>(serviceName, key);

        public ISfQueue Repeated { get; } = ServiceProxy.Create<ISfQueue>(serviceName, key);

        public QueueLedger Ledger { get; } = ledger;
    }
}
