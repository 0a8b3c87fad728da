using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Client;
using SfPerf.LoadGenerator.Targets;
using SfPerf.LoadGenerator.Verification;
using SfPerf.LoadGenerator.Workloads;
using SfPerf.ServiceContracts;
using SfPerf.Workload;

namespace SfPerf.LoadDriver.Targets;

/// <summary>
/// Reads and writes the states of <see cref="ISfActor"/> actors, one proxy for each actor. An actor's id is the key
/// that the dictionary would have, so that both targets spread their items over partitions alike.
/// </summary>
/// <param name="serviceName">The actor service.</param>
/// <param name="generator">This generator's number.</param>
/// <param name="actors">Over how many actors the items are spread, in turn; 0 for an actor an item.</param>
/// <param name="verify">Whether reads are compared with what was written.</param>
internal sealed class ActorTarget(Uri serviceName, int generator, int actors, bool verify) : ILoadTarget
{
    private ISfActor[] _actors = [];
    private WriteLedger? _ledger;

    private WriteLedger Ledger => _ledger ?? throw new InvalidOperationException("The target is not prepared.");

    public async Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token)
    {
        var ranges = await PartitionRanges.FindAsync(serviceName, token).ConfigureAwait(false);
        var count = actors == 0 ? specification.Items : actors;
        _ledger = new WriteLedger(specification, Guid.NewGuid());
        _actors = [.. KeySpread.Choose(count, ranges, specification.Seed, generator)
            .Select(key => ActorProxy.Create<ISfActor>(new ActorId(key), serviceName))];
        return new TargetPreparation([.. Enumerable.Range(0, Math.Min(ranges.Count, count))]);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask WriteAsync(int item, long sequence, CancellationToken token)
    {
        var write = Ledger.BeginWrite(item, sequence);
        try
        {
            var (actor, place) = Place(item);
            var call = place == 0 ? actor.SetDataAsync(write.Payload) : actor.SetItemDataAsync(place, write.Payload);
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
        var (actor, place) = Place(item);
        var call = place == 0 ? actor.GetDataAsync() : actor.GetItemDataAsync(place);
        await CallWait.UntilEndAsync(call, token).ConfigureAwait(false);
        var value = await call.ConfigureAwait(false);
        if (verify)
            Ledger.Check(item, floor, value);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private (ISfActor Actor, int Place) Place(int item)
    {
        var (place, actor) = Math.DivRem(item, _actors.Length);
        return (_actors[actor], place);
    }
}
