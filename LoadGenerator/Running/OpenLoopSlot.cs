using System;
using System.Threading.Tasks.Sources;

namespace SfPerf.LoadGenerator.Running;

/// <summary>
/// Represents the place where one worker of an open loop waits for its next operation; used over and over.
/// </summary>
internal sealed class OpenLoopSlot : IValueTaskSource<Arrival>
{
    private ManualResetValueTaskSourceCore<Arrival> _core;

    internal OpenLoopSlot(bool singleThreaded) => _core.RunContinuationsAsynchronously = !singleThreaded;

    internal short Version => _core.Version;

    internal void Reset() => _core.Reset();

    internal void Set(Arrival arrival) => _core.SetResult(arrival);

    public Arrival GetResult(short token) => _core.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
