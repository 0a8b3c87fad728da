using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Chaos.Histories;
using SfPerf.Contracts;

namespace SfPerf.Client.Chaos;

/// <summary>
/// Represents one client: one operation at a time on one partition, drawn from its own part of the seed.
/// </summary>
internal sealed class ChaosClient(
    StoreOperations store, RegisterSet registers, Random random, TimeProvider time)
{
    private const double PauseMillisecondsMax = 12;
    private const double FailurePauseMillisecondsMax = 60;
    private const int AmountMax = 40;

    public async Task RunAsync(CancellationToken token)
    {
        try
        {
            while (!token.IsCancellationRequested)
            {
                var done = await NextAsync().ConfigureAwait(false);
                var longest = done.IsOk ? PauseMillisecondsMax : FailurePauseMillisecondsMax;
                await Task.Delay(TimeSpan.FromMilliseconds(longest * random.NextDouble()), time, token)
                    .ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            // The load ends here.
        }
    }

    private Task<Operation> NextAsync() => random.Next(100) switch
    {
        < 24 => ReadAsync(registers.Take(random)),
        < 42 => store.WriteAsync(registers.Take(random).Key),
        < 56 => CompareAndSetAsync(registers.Take(random)),
        < 70 => TransferAsync(),
        < 74 => store.BalancesAsync(),
        < 81 => store.EnqueueAsync(concurrent: false),
        < 87 => store.DequeueAsync(concurrent: false),
        < 94 => store.EnqueueAsync(concurrent: true),
        _ => store.DequeueAsync(concurrent: true),
    };

    private async Task<Operation> ReadAsync(RegisterSet.Slot register)
    {
        var read = await store.ReadAsync(register.Key).ConfigureAwait(false);
        if (read is { IsOk: true, Result: { } seen })
            register.Seen = seen;
        return read;
    }

    private async Task<Operation> CompareAndSetAsync(RegisterSet.Slot register)
    {
        var set = await store.CompareAndSetAsync(register.Key, register.Seen).ConfigureAwait(false);
        if (set is { IsOk: true, Result: { } seen })
            register.Seen = seen == set.Second ? set.Value : seen;
        return set;
    }

    private Task<Operation> TransferAsync()
    {
        var from = random.Next(ChaosAccounts.Count);
        var to = (from + 1 + random.Next(ChaosAccounts.Count - 1)) % ChaosAccounts.Count;
        return store.TransferAsync(from, to, 1 + random.Next(AmountMax));
    }
}
