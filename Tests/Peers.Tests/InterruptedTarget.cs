using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;

namespace SfPerf.Peers.Tests;

/// <summary>A peer to which something happens at one write.</summary>
internal sealed class InterruptedTarget(ILoadTarget target, long sequence, Func<Task> interrupt) : ILoadTarget
{
    public Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token) =>
        target.PrepareAsync(specification, token);

    public async ValueTask WriteAsync(int item, long number, CancellationToken token)
    {
        if (number == sequence)
            await interrupt();
        await target.WriteAsync(item, number, token);
    }

    public ValueTask ReadAsync(int item, CancellationToken token) => target.ReadAsync(item, token);

    public ValueTask DisposeAsync() => target.DisposeAsync();
}
