using System;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.Tests;

/// <summary>A target made of two functions.</summary>
internal class TestTarget : ILoadTarget
{
    internal Func<int, long, CancellationToken, ValueTask> Write { get; init; } = (_, _, _) => default;

    internal Func<int, CancellationToken, ValueTask> Read { get; init; } = (_, _) => default;

    internal int[] Partitions { get; init; } = [0];

    public Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token) =>
        Task.FromResult(new TargetPreparation(Partitions));

    public ValueTask WriteAsync(int item, long sequence, CancellationToken token) => Write(item, sequence, token);

    public ValueTask ReadAsync(int item, CancellationToken token) => Read(item, token);

    public ValueTask DisposeAsync() => default;
}
