using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.Contracts;
using SfPerf.ServiceContracts;
using SfPerf.StatefulStore.Values;

namespace SfPerf.StatefulStore;

/// <summary>
/// A partition of the dictionary that is measured. Each call is one transaction with one operation; a scan reads a
/// snapshot. The dictionary is created as soon as the replica may write; calls that come before that wait for it. The
/// queues that a run measures instead lie beside it, and are there only while it lasts.
/// </summary>
internal sealed class DictionaryStore : StatefulService, ISfDictionary, ISfQueue
{
    // What a proxy looks for when the provider attribute says V2.
    private const string ListenerName = "V2Listener";
    private const string EndpointName = "SfDictionaryServiceEndpoint";

    private readonly TaskCompletionSource<ValueDictionary> _created =
        new(TaskCreationOptions.RunContinuationsAsynchronously);

    private readonly QueueStore _queues;
    private ValueDictionary? _dictionary;

    public DictionaryStore(StatefulServiceContext context)
        : base(context)
    {
        ValueDictionary.AddSerializers(StateManager);
        _queues = new QueueStore(StateManager);
    }

    public Task SetDataAsync(long key, byte[] data) =>
        _dictionary is { } dictionary ? dictionary.SetAsync(key, data) : SetWhenCreatedAsync(key, data);

    public Task<byte[]?> GetDataAsync(long key) =>
        _dictionary is { } dictionary ? dictionary.GetAsync(key) : GetWhenCreatedAsync(key);

    public async Task<KeyValuePair<long, byte[]>[]> ScanAsync(long firstKey, int rowsMax)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rowsMax, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(rowsMax, ScanLimits.RowsMax);
        // A scan takes long: not on the thread that receives the other calls.
        await Task.Yield();
        var dictionary = _dictionary ?? await _created.Task.ConfigureAwait(false);
        return await dictionary.ScanAsync(firstKey, rowsMax).ConfigureAwait(false);
    }

    public async Task CreateQueueAsync(long queue, bool concurrent)
    {
        await _created.Task.ConfigureAwait(false);
        await _queues.CreateQueueAsync(queue, concurrent).ConfigureAwait(false);
    }

    public Task RemoveQueueAsync(long queue) => _queues.RemoveQueueAsync(queue);

    public Task EnqueueAsync(long queue, byte[] data) => _queues.EnqueueAsync(queue, data);

    public Task<byte[]?> DequeueAsync(long queue) => _queues.DequeueAsync(queue);

    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners()
    {
        var settings = new FabricTransportRemotingListenerSettings { EndpointResourceName = EndpointName };
        yield return new ServiceReplicaListener(
            c => new FabricTransportServiceRemotingListener(c, this, settings), ListenerName);
    }

    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        var config = Context.CodePackageActivationContext.GetConfigurationPackageObject("Config").Settings;
        var serializer = config.Sections["StoreConfig"].Parameters["ValueSerializer"].Value;
        _dictionary = await ValueDictionary.GetOrAddAsync(
            StateManager, $"TestDictionary-{Partition.PartitionInfo.Id:D}", serializer).ConfigureAwait(false);
        _created.TrySetResult(_dictionary);
    }

    private async Task SetWhenCreatedAsync(long key, byte[] data)
    {
        var dictionary = await _created.Task.ConfigureAwait(false);
        await dictionary.SetAsync(key, data).ConfigureAwait(false);
    }

    private async Task<byte[]?> GetWhenCreatedAsync(long key)
    {
        var dictionary = await _created.Task.ConfigureAwait(false);
        return await dictionary.GetAsync(key).ConfigureAwait(false);
    }
}
