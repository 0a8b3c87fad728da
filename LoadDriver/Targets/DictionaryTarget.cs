using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Verification;
using SfPerf.LoadGenerator.Workloads;
using SfPerf.ServiceContracts;
using SfPerf.Workload;

namespace SfPerf.LoadDriver.Targets;

/// <summary>Reads, scans and writes a partitioned <see cref="ISfDictionary"/> service, one proxy for each
/// partition.</summary>
internal sealed class DictionaryTarget(Uri serviceName, int generator, bool verify) : IScanTarget
{
    private long[] _keys = [];
    private ISfDictionary[] _partitions = [];
    private WriteLedger? _ledger;
    private ScanLedger? _scans;

    private WriteLedger Ledger => _ledger ?? throw new InvalidOperationException("The target is not prepared.");

    public async Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token)
    {
        var ranges = await PartitionRanges.FindAsync(serviceName, token).ConfigureAwait(false);
        _keys = KeySpread.Choose(specification.Items, ranges, specification.Seed, generator);
        _ledger = new WriteLedger(specification, Guid.NewGuid());
        _scans = verify && specification.ScanRowsMax > 0 ? new ScanLedger(_ledger, _keys, ranges) : null;
        _partitions = ranges.Select(r =>
            ServiceProxy.Create<ISfDictionary>(serviceName, new ServicePartitionKey(r.Low))).ToArray();
        return new TargetPreparation([.. Enumerable.Range(0, Math.Min(ranges.Count, specification.Items))]);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask WriteAsync(int item, long sequence, CancellationToken token)
    {
        var write = Ledger.BeginWrite(item, sequence);
        try
        {
            var call = PartitionOf(item).SetDataAsync(_keys[item], write.Payload);
            await CallWait.UntilEndAsync(call, token).ConfigureAwait(false);
            await call.ConfigureAwait(false);
        }
        catch
        {
            Ledger.Fail(write);
            throw;
        }

        Ledger.Acknowledge(write);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask ReadAsync(int item, CancellationToken token)
    {
        var floor = Ledger.BeginRead(item);
        var call = PartitionOf(item).GetDataAsync(_keys[item]);
        await CallWait.UntilEndAsync(call, token).ConfigureAwait(false);
        var value = await call.ConfigureAwait(false);
        if (verify)
            Ledger.Check(item, floor, value);
    }

    public async ValueTask ScanAsync(int item, int rowsMax, CancellationToken token)
    {
        var scan = _scans?.BeginScan(item, rowsMax);
        var call = PartitionOf(item).ScanAsync(_keys[item], rowsMax);
        await CallWait.UntilEndAsync(call, token).ConfigureAwait(false);
        var rows = await call.ConfigureAwait(false);
        if (scan is not null)
            _scans!.Check(scan, rows);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    // KeySpread put the item's key there.
    private ISfDictionary PartitionOf(int item) => _partitions[item % _partitions.Length];
}
