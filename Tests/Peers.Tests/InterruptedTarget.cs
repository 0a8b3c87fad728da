using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Workload;

namespace SfPerf.Peers.Tests;

/// <summary>A peer to which something happens before one write and all later ones.</summary>
internal sealed class InterruptedTarget(ILoadTarget target, long sequence, Func<Task> interrupt) : ILoadTarget
{
    private readonly TaskCompletionSource _interrupted = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _after;
    private long _survivors;

    /// <summary>The writes that began after it.</summary>
    public long After => Volatile.Read(ref _after);

    /// <summary>Those of them that succeeded.</summary>
    public long Survivors => Volatile.Read(ref _survivors);

    public Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token) =>
        target.PrepareAsync(specification, token);

    public async ValueTask WriteAsync(int item, long number, CancellationToken token)
    {
        if (number == sequence)
            await InterruptAsync();
        else if (number > sequence)
            await _interrupted.Task.WaitAsync(token);
        if (number >= sequence)
            Interlocked.Increment(ref _after);
        await target.WriteAsync(item, number, token);
        if (number >= sequence)
            Interlocked.Increment(ref _survivors);
    }

    public ValueTask ReadAsync(int item, CancellationToken token) => target.ReadAsync(item, token);

    public ValueTask DisposeAsync() => target.DisposeAsync();

    private async Task InterruptAsync()
    {
        try
        {
            await interrupt();
            _interrupted.SetResult();
        }
        catch (Exception e)
        {
            _interrupted.SetException(e);
            throw;
        }
    }
}
