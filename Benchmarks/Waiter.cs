using System;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace SfPerf.Benchmarks;

/// <summary>Represents one worker's awaitable, used again for each of its operations.</summary>
internal sealed class Waiter : IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _core = new() { RunContinuationsAsynchronously = true };

    internal ValueTask Start()
    {
        _core.Reset();
        return new ValueTask(this, _core.Version);
    }

    internal void End() => _core.SetResult(true);

    public void GetResult(short token) => _core.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
