using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Fabric;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using SfPerf.Chaos.Histories;
using SfPerf.Contracts;
using SfPerf.ServiceContracts;

namespace SfPerf.Client.Chaos;

/// <summary>Calls the store and records each call. A call is sent once only: one sent again may take effect twice, and
/// then its history explains nothing.</summary>
internal sealed class StoreConnection
{
    private const string ListenerName = "V2Listener";
    private static readonly TimeSpan CallLimit = TimeSpan.FromSeconds(Operation.AnswerSecondsMax);
    private static readonly TimeSpan Backoff = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan QueryTimeout = TimeSpan.FromSeconds(30);
    private readonly HistoryRecorder _recorder;
    private readonly TimeProvider _time;
    private readonly ConcurrentDictionary<Task, bool> _late = new();
    private readonly IChaosStore[] _partitions;

    private StoreConnection(IEnumerable<long> keys, HistoryRecorder recorder, TimeProvider time)
    {
        (_recorder, _time) = (recorder, time);
        var factory = new ServiceProxyFactory(new OperationRetrySettings(Backoff, Backoff, 0, 0));
        _partitions = [.. keys.Select(k => factory.CreateServiceProxy<IChaosStore>(
            ChaosCluster.Service, new ServicePartitionKey(k), TargetReplicaSelector.PrimaryReplica, ListenerName))];
    }

    /// <summary>Gets the number of partitions.</summary>
    public int Partitions => _partitions.Length;

    public static async Task<StoreConnection> ConnectAsync(
        string clientEndpoint, HistoryRecorder recorder, TimeProvider time, CancellationToken token)
    {
        ServicePartitionResolver.SetDefault(new ServicePartitionResolver(clientEndpoint));
        using var fabric = new FabricClient(clientEndpoint);
        var partitions = await fabric.QueryManager
            .GetPartitionListAsync(ChaosCluster.Service, null, QueryTimeout, token).ConfigureAwait(false);
        return new(partitions.Select(p => p.PartitionInformation).OfType<Int64RangePartitionInformation>()
            .Select(p => p.LowKey).Order(), recorder, time);
    }

    /// <summary>Makes one call and records it; never throws.</summary>
    /// <param name="asked">The operation; its begin, end and outcome are set here.</param>
    /// <param name="call">The call that it is.</param>
    public async Task<Operation> CallAsync(Operation asked, Func<IChaosStore, Task<ChaosAnswer>> call)
    {
        var done = await MakeAsync(asked, call).ConfigureAwait(false);
        _recorder.Add(done);
        return done;
    }

    /// <summary>Asks for receipts; who gets them records them one by one.</summary>
    public Task<Operation> AskAsync(int partition, Func<IChaosStore, Task<ChaosAnswer>> call) => MakeAsync(
        new(0, Operation.FinalProcess, partition, OperationKind.Receipt, 0, Operation.Never, Outcome.Unknown), call);

    private async Task<Operation> MakeAsync(Operation asked, Func<IChaosStore, Task<ChaosAnswer>> call)
    {
        asked = asked with { Begin = _recorder.Now };
        try
        {
            var answer = await BoundedAsync(call(_partitions[asked.Partition])).ConfigureAwait(false);
            return asked with
            {
                End = answer.Outcome == ChaosOutcome.Unknown ? Operation.Never : _recorder.Now,
                Outcome = answer.Outcome switch
                {
                    ChaosOutcome.Done => Outcome.Ok,
                    ChaosOutcome.NotDone => Outcome.Fail,
                    _ => Outcome.Unknown,
                },
                Result = answer.Value,
                Values = answer.Values,
                Error = answer.Error,
            };
        }
        catch (Exception e)
        {
            var outcome = ChangesNothing(asked.Kind) || WasNeverSent(e) ? Outcome.Fail : Outcome.Unknown;
            var inner = e is AggregateException { InnerException: { } cause } ? cause : e;
            return asked with
            {
                End = outcome == Outcome.Fail ? _recorder.Now : Operation.Never,
                Outcome = outcome,
                Error = $"{inner.GetType().Name}: {inner.Message}",
            };
        }
    }

    /// <summary>Waits until calls that took too long for their clients have ended, or for a limit.</summary>
    public async Task SettleAsync(TimeSpan limit, CancellationToken token)
    {
        var late = Task.WhenAll(_late.Keys);
        await Task.WhenAny(late, Task.Delay(limit, _time, token)).ConfigureAwait(false);
        token.ThrowIfCancellationRequested();
    }

    private static bool ChangesNothing(OperationKind kind) => kind is OperationKind.Read or OperationKind.Balances
        or OperationKind.Remaining or OperationKind.Receipt;

    // No connection took the call: it never left this process.
    private static bool WasNeverSent(Exception e) =>
        e is AggregateException { InnerException: FabricCannotConnectException or FabricEndpointNotFoundException };

    private async Task<ChaosAnswer> BoundedAsync(Task<ChaosAnswer> call)
    {
        if (await Task.WhenAny(call, Task.Delay(CallLimit, _time, CancellationToken.None)).ConfigureAwait(false)
            == call)
        {
            return await call.ConfigureAwait(false);
        }

        _late.TryAdd(call, true);
        _ = call.ContinueWith((ended, late) =>
        {
            // Its client does not wait any more: an outcome that nobody saw stays unknown.
            _ = ended.Exception;
            ((ConcurrentDictionary<Task, bool>)late!).TryRemove(ended, out _);
        }, _late, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        throw new TimeoutException(Operation.NoAnswer);
    }
}
