using System;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Verification;
using SfPerf.LoadGenerator.Workloads;
using SfPerf.ServiceContracts;
using SfPerf.Workload;

namespace SfPerf.Client.Scenarios.Failover;

/// <summary>The store's one partition, called from this process: a load driver within the cluster would die with its
/// node. Calls are retried as every client's are, by the proxy.</summary>
internal sealed class StoreTarget(string clientEndpoint, Uri service) : ILoadTarget
{
    private static readonly TimeSpan QueryTimeout = TimeSpan.FromSeconds(60);
    private long[] _keys = [];
    private ISfDictionary? _store;
    private WriteLedger? _ledger;

    public async Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token)
    {
        using var client = new FabricClient(clientEndpoint);
        var partitions = await client.QueryManager.GetPartitionListAsync(service, null, QueryTimeout, token)
            .ConfigureAwait(false);
        var ranges = partitions.Select(p => p.PartitionInformation).OfType<Int64RangePartitionInformation>()
            .Select(p => (p.LowKey, p.HighKey)).ToList();
        _keys = KeySpread.Choose(specification.Items, ranges, specification.Seed, 0);
        _ledger = new WriteLedger(specification, Guid.NewGuid());
        ServicePartitionResolver.SetDefault(new ServicePartitionResolver(clientEndpoint));
        _store = new ServiceProxyFactory().CreateServiceProxy<ISfDictionary>(
            service, new ServicePartitionKey(ranges[0].LowKey));
        return new TargetPreparation([0]);
    }

    public async ValueTask WriteAsync(int item, long sequence, CancellationToken token)
    {
        var write = _ledger!.BeginWrite(item, sequence);
        try
        {
            await _store!.SetDataAsync(_keys[item], write.Payload).WaitAsync(token).ConfigureAwait(false);
        }
        catch
        {
            _ledger.Fail(write);
            throw;
        }

        _ledger.Acknowledge(write);
    }

    public async ValueTask ReadAsync(int item, CancellationToken token)
    {
        var floor = _ledger!.BeginRead(item);
        var value = await _store!.GetDataAsync(_keys[item]).WaitAsync(token).ConfigureAwait(false);
        _ledger.Check(item, floor, value);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
