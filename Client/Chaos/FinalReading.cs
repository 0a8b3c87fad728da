using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Chaos.Histories;

namespace SfPerf.Client.Chaos;

/// <summary>Reads everything once more after the last fault, as ordinary operations of the history: what was
/// acknowledged and is gone contradicts them.</summary>
internal sealed class FinalReading(
    ChaosCluster cluster, StoreConnection connection, HistoryRecorder recorder, TimeProvider time)
{
    /// <summary>So long the cluster may take to be whole and to take writes after the last fault.</summary>
    public static readonly TimeSpan HealLimit = TimeSpan.FromSeconds(300);

    private const int ReceiptsAtOnce = 2000;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan SettleLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan ReadLimit = TimeSpan.FromSeconds(60);

    /// <summary>Heals and reads; returns the history's end.</summary>
    /// <param name="registers">The registers of each partition.</param>
    /// <param name="nodes">The nodes that must be up.</param>
    /// <param name="token">Ends it; the history is incomplete then.</param>
    public async Task<HistoryTail> RunAsync(RegisterSet[] registers, int nodes, CancellationToken token)
    {
        var start = time.GetTimestamp();
        if (await HealAsync(registers, nodes, token).ConfigureAwait(false) is { } missing)
        {
            return new(false, null, FormattableString.Invariant(
                $"{HealLimit.TotalSeconds:0} s after the last fault the cluster is not whole: {missing}."));
        }

        var healed = time.GetElapsedTime(start).TotalSeconds;
        await connection.SettleAsync(SettleLimit, token).ConfigureAwait(false);
        for (var partition = 0; partition < registers.Length; partition++)
        {
            if (await ReadAsync(partition, registers[partition].Count, token).ConfigureAwait(false) is { } failed)
            {
                return new(false, healed, FormattableString.Invariant(
                    $"The last {failed.Kind} of partition {partition} failed for {ReadLimit.TotalSeconds:0} s: ")
                    + failed.Error);
            }
        }

        return new(true, healed, null);
    }

    private StoreOperations Operations(int partition) => new(connection, recorder, Operation.FinalProcess, partition);

    private async Task<string?> HealAsync(RegisterSet[] registers, int nodes, CancellationToken token)
    {
        var start = time.GetTimestamp();
        while (true)
        {
            var view = await cluster.ViewAsync(token).ConfigureAwait(false);
            var missing = view is null ? "the manager does not answer" : view.Missing(nodes, registers.Length);
            for (var i = 0; i < registers.Length && missing is null; i++)
            {
                var write = await Operations(i).WriteAsync(registers[i].TakeNew()).ConfigureAwait(false);
                missing = write.IsOk ? null : $"partition {i} takes no write: {write.Error}";
            }

            if (missing is null || time.GetElapsedTime(start) > HealLimit)
                return missing;
            await Task.Delay(Pause, time, token).ConfigureAwait(false);
        }
    }

    // Returns the operation that failed for good; null when all is read.
    private async Task<Operation?> ReadAsync(int partition, long registers, CancellationToken token)
    {
        var store = Operations(partition);
        for (var key = 1L; key <= registers; key++)
        {
            var register = key;
            if (await UntilOkAsync(() => store.ReadAsync(register), token).ConfigureAwait(false) is { IsOk: false } r)
                return r;
        }

        if (await UntilOkAsync(store.BalancesAsync, token).ConfigureAwait(false) is { IsOk: false } balances)
            return balances;
        if (await UntilOkAsync(store.RemainingAsync, token).ConfigureAwait(false) is { IsOk: false } remaining)
            return remaining;
        // The concurrent queue cannot be looked at: it is emptied.
        Operation taken;
        do
        {
            taken = await UntilOkAsync(() => store.DequeueAsync(concurrent: true), token).ConfigureAwait(false);
            if (!taken.IsOk)
                return taken;
        }
        while (taken.Result is not null);

        return await ReadReceiptsAsync(partition, token).ConfigureAwait(false);
    }

    private async Task<Operation?> ReadReceiptsAsync(int partition, CancellationToken token)
    {
        long after = 0;
        while (true)
        {
            var last = after;
            // A page of receipts becomes a line for each; the call itself is none.
            var page = await UntilOkAsync(() => connection.AskAsync(
                partition, s => s.ReceiptsAsync(last, ReceiptsAtOnce)), token).ConfigureAwait(false);
            if (!page.IsOk)
                return page;
            var values = page.Values ?? [];
            foreach (var pair in values.Chunk(2))
            {
                recorder.Add(page with
                {
                    Id = recorder.NextId(),
                    Key = pair[0],
                    Result = pair[1],
                    Values = null,
                });
                after = pair[0];
            }

            if (values.Count < 2 * ReceiptsAtOnce)
                return null;
        }
    }

    private async Task<Operation> UntilOkAsync(Func<Task<Operation>> call, CancellationToken token)
    {
        var start = time.GetTimestamp();
        while (true)
        {
            var done = await call().ConfigureAwait(false);
            if (done.IsOk || time.GetElapsedTime(start) > ReadLimit)
                return done;
            await Task.Delay(Pause, time, token).ConfigureAwait(false);
        }
    }
}
