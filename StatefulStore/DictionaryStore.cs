using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.Contracts;
using SfPerf.Fabric.Data;

namespace SfPerf.StatefulStore;

/// <summary>
/// A partition of the dictionary that is measured. Each call is one transaction with one operation; a scan reads a
/// snapshot. The dictionary is created as soon as the replica may write; calls that come before that wait for it. The
/// queues that a run measures instead lie beside it, and are there only while it lasts.
/// </summary>
internal sealed class DictionaryStore(StatefulServiceContext context)
    : StatefulService(context), ISfDictionary, ISfQueue
{
    // What a proxy looks for when the provider attribute says V2.
    private const string ListenerName = "V2Listener";
    private const string EndpointName = "SfDictionaryServiceEndpoint";

    private readonly TaskCompletionSource<IReliableDictionary<long, byte[]>> _created =
        new(TaskCreationOptions.RunContinuationsAsynchronously);

    private IReliableDictionary<long, byte[]>? _dictionary;
    private QueueStore? _queues;

    private QueueStore Queues => LazyInitializer.EnsureInitialized(ref _queues, () => new QueueStore(StateManager));

    public Task SetDataAsync(long key, byte[] data) =>
        _dictionary is { } dictionary ? SetAsync(dictionary, key, data) : SetWhenCreatedAsync(key, data);

    public Task<byte[]?> GetDataAsync(long key) =>
        _dictionary is { } dictionary ? GetAsync(dictionary, key) : GetWhenCreatedAsync(key);

    public async Task<KeyValuePair<long, byte[]>[]> ScanAsync(long firstKey, int rowsMax)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rowsMax, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(rowsMax, ScanLimits.RowsMax);
        // A scan takes long: not on the thread that receives the other calls.
        await Task.Yield();
        var dictionary = _dictionary ?? await _created.Task.ConfigureAwait(false);
        using var transaction = StateManager.CreateTransaction();
        var rows = await EnumerateFromAsync(dictionary, transaction, firstKey).ConfigureAwait(false);
        using var row = rows.GetAsyncEnumerator();
        var found = new List<KeyValuePair<long, byte[]>>(rowsMax);
        while (found.Count < rowsMax && await row.MoveNextAsync(default).ConfigureAwait(false))
            found.Add(row.Current);
        return [.. found];
    }

    public async Task CreateQueueAsync(long queue, bool concurrent)
    {
        await _created.Task.ConfigureAwait(false);
        await Queues.CreateQueueAsync(queue, concurrent).ConfigureAwait(false);
    }

    public Task RemoveQueueAsync(long queue) => Queues.RemoveQueueAsync(queue);

    public Task EnqueueAsync(long queue, byte[] data) => Queues.EnqueueAsync(queue, data);

    public Task<byte[]?> DequeueAsync(long queue) => Queues.DequeueAsync(queue);

    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners()
    {
        var settings = new FabricTransportRemotingListenerSettings { EndpointResourceName = EndpointName };
        yield return new ServiceReplicaListener(
            c => new FabricTransportServiceRemotingListener(c, this, settings), ListenerName);
    }

    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        var name = $"TestDictionary-{Partition.PartitionInfo.Id:D}";
        _dictionary = await StateManager.GetOrAddAsync<IReliableDictionary<long, byte[]>>(name).ConfigureAwait(false);
        _created.TrySetResult(_dictionary);
    }

    private async Task SetAsync(IReliableDictionary<long, byte[]> dictionary, long key, byte[] data)
    {
        using var transaction = StateManager.CreateTransaction();
        await dictionary.SetAsync(transaction, key, data).ConfigureAwait(false);
        await transaction.CommitAsync().ConfigureAwait(false);
    }

    // Nothing was written, so there is nothing to commit: disposing ends the read.
    private async Task<byte[]?> GetAsync(IReliableDictionary<long, byte[]> dictionary, long key)
    {
        using var transaction = StateManager.CreateTransaction();
        var found = await dictionary.TryGetValueAsync(transaction, key).ConfigureAwait(false);
        return found.HasValue ? found.Value : null;
    }

    // Service Fabric's interface can only leave out the keys below the first one by one.
    private static Task<Microsoft.ServiceFabric.Data.IAsyncEnumerable<KeyValuePair<long, byte[]>>> EnumerateFromAsync(
        IReliableDictionary<long, byte[]> dictionary, ITransaction transaction, long firstKey) =>
        dictionary is IKeyRange<long, byte[]> range
            ? range.CreateEnumerableFromAsync(transaction, firstKey)
            : dictionary.CreateEnumerableAsync(transaction, key => key >= firstKey, EnumerationMode.Ordered);

    private async Task SetWhenCreatedAsync(long key, byte[] data) =>
        await SetAsync(await _created.Task.ConfigureAwait(false), key, data).ConfigureAwait(false);

    private async Task<byte[]?> GetWhenCreatedAsync(long key) =>
        await GetAsync(await _created.Task.ConfigureAwait(false), key).ConfigureAwait(false);
}
