using System.Threading.Tasks;
using SfPerf.Chaos.Histories;

namespace SfPerf.Client.Chaos;

/// <summary>Each operation of the store as one line of the history.</summary>
internal sealed class StoreOperations(StoreConnection connection, HistoryRecorder recorder, int process, int partition)
{
    public Task<Operation> ReadAsync(long key) =>
        connection.CallAsync(New(OperationKind.Read) with { Key = key }, s => s.ReadAsync(key));

    public Task<Operation> WriteAsync(long key)
    {
        var write = New(OperationKind.Write);
        // The number of the operation is a value that nobody else writes.
        return connection.CallAsync(write with { Key = key, Value = write.Id }, s => s.WriteAsync(key, write.Id));
    }

    public Task<Operation> CompareAndSetAsync(long key, long expected)
    {
        var set = New(OperationKind.CompareAndSet);
        return connection.CallAsync(set with { Key = key, Value = set.Id, Second = expected },
            s => s.CompareAndSetAsync(key, expected, set.Id));
    }

    public Task<Operation> TransferAsync(int from, int to, long amount)
    {
        var transfer = New(OperationKind.Transfer);
        return connection.CallAsync(transfer with { Key = from, Second = to, Value = amount },
            s => s.TransferAsync(transfer.Id, from, to, amount));
    }

    public Task<Operation> BalancesAsync() =>
        connection.CallAsync(New(OperationKind.Balances), s => s.BalancesAsync());

    public Task<Operation> EnqueueAsync(bool concurrent)
    {
        var enqueue = New(concurrent ? OperationKind.ConcurrentEnqueue : OperationKind.Enqueue);
        return connection.CallAsync(
            enqueue with { Value = enqueue.Id }, s => s.EnqueueAsync(concurrent, enqueue.Id));
    }

    public Task<Operation> DequeueAsync(bool concurrent)
    {
        var dequeue = New(concurrent ? OperationKind.ConcurrentDequeue : OperationKind.Dequeue);
        return connection.CallAsync(dequeue, s => s.DequeueAsync(dequeue.Id, concurrent));
    }

    public Task<Operation> RemainingAsync() =>
        connection.CallAsync(New(OperationKind.Remaining), s => s.RemainingAsync());

    private Operation New(OperationKind kind) =>
        new(recorder.NextId(), process, partition, kind, 0, Operation.Never, Outcome.Unknown);
}
