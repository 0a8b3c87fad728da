using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Remoting.Tests;

internal sealed class Probe : IProbe
{
    internal TaskCompletionSource Waiting { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal TaskCompletionSource Cancelled { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal ManualResetEventSlim Release { get; } = new();

    internal Exception? Refusal { get; set; }

    internal int Calls { get; private set; }

    internal Action? Echoing { get; set; }

    internal Func<byte[]?, Task<byte[]?>>? Answering { get; set; }

    public Task<byte[]?> EchoAsync(byte[]? value)
    {
        Calls++;
        Echoing?.Invoke();
        if (Answering is not null)
            return Answering(value);
        return Refusal is null ? Task.FromResult(value) : throw Refusal;
    }

    public async Task<long> AddAsync(long left, long right)
    {
        await Task.Yield();
        return left + right;
    }

    public Task<string?> JoinAsync(string? a, int b, List<string> c) =>
        Task.FromResult<string?>($"{a}|{b}|{string.Join(",", c)}");

    public Task<Order> OrderAsync(Order order) => Task.FromResult(order);

    public Task PingAsync() => Task.CompletedTask;

    public Task FailAsync(string kind) => kind switch
    {
        "invalid" => throw new InvalidOperationException("not now", new TimeoutException("too slow")),
        "several" => Task.FromException(new AggregateException(
            "both", new InvalidOperationException("one"), new AggregateException(new TimeoutException("two")))),
        "odd" => Task.FromException(new OddException("odd")),
        _ => Task.FromException(new FabricException("fabric", FabricErrorCode.ServiceTypeMismatch)),
    };

    public async Task WaitAsync(CancellationToken token)
    {
        Waiting.SetResult();
        using var registration = token.Register(Cancelled.SetResult);
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
    }

    public Task<byte[]> ManyBytesAsync(int count) => Task.FromResult(new byte[count]);

    public Task<Spiteful> SpiteAsync(Spiteful value)
    {
        value.Returned = true;
        return Task.FromResult(value);
    }

    internal Func<CancellationToken, Task<long>>? Tokening { get; set; }

    public Task<Chain> ChainAsync(Chain chain) => Task.FromResult(chain);

    public async Task<long> TokenAsync(long value, CancellationToken token)
    {
        if (Tokening is not null)
            return await Tokening(token);
        if (Refusal is not null)
            throw Refusal;
        await Task.Yield();
        token.ThrowIfCancellationRequested();
        return value;
    }

    public Task BlockAsync()
    {
        Waiting.SetResult();
        Release.Wait();
        return Task.CompletedTask;
    }
}
