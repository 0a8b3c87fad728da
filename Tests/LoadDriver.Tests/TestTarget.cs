using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Workload;

namespace SfPerf.LoadDriver.Tests;

/// <summary>A store made of two functions, with two partitions.</summary>
internal sealed class TestTarget : ILoadTarget
{
    private readonly TaskCompletionSource _disposed = new();

    public Func<int, CancellationToken, ValueTask> Write { get; init; } = (_, _) => default;

    public Func<int, CancellationToken, ValueTask> Read { get; init; } = (_, _) => default;

    public Func<ValueTask> Dispose { get; init; } = () => default;

    /// <summary>Gets a task that ends when the target is disposed.</summary>
    public Task Disposed => _disposed.Task;

    public Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token) =>
        Task.FromResult(new TargetPreparation([.. Enumerable.Range(0, Math.Min(2, specification.Items))]));

    public ValueTask WriteAsync(int item, long sequence, CancellationToken token) => Write(item, token);

    public ValueTask ReadAsync(int item, CancellationToken token) => Read(item, token);

    public ValueTask DisposeAsync()
    {
        _disposed.TrySetResult();
        return Dispose();
    }
}
