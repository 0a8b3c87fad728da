using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.LoadGenerator.Targets;
using SfPerf.Workload;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>A store of known behaviour: some servers, a fixed service time, first come first served, and at will one
/// interval in which no operation is begun.</summary>
internal sealed class QueueTarget : ILoadTarget
{
    private readonly TimeSpan _service;
    private readonly TimeProvider _time;
    private readonly Stack<Server> _free = new();
    private readonly Queue<TaskCompletionSource> _waiting = new();
    private readonly ITimer _resume;
    private bool _stalled;

    internal QueueTarget(TimeProvider time, int servers, TimeSpan service)
    {
        (_time, _service) = (time, service);
        for (var i = 0; i < servers; i++)
            _free.Push(new Server(this));
        _resume = time.CreateTimer(_ => Resume(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Begins no operation from <paramref name="from"/> on, for <paramref name="length"/>.</summary>
    internal void StallAfter(TimeSpan from, TimeSpan length)
    {
        ITimer? begin = null;
        begin = _time.CreateTimer(
            _ =>
            {
                _stalled = true;
                _resume.Change(length, Timeout.InfiniteTimeSpan);
                begin!.Dispose();
            },
            null, from, Timeout.InfiniteTimeSpan);
    }

    public Task<TargetPreparation> PrepareAsync(TargetSpecification specification, CancellationToken token) =>
        Task.FromResult(new TargetPreparation([]));

    public ValueTask WriteAsync(int item, long sequence, CancellationToken token) => ServeAsync();

    public ValueTask ReadAsync(int item, CancellationToken token) => ServeAsync();

    public async ValueTask DisposeAsync() => await _resume.DisposeAsync().ConfigureAwait(false);

    private ValueTask ServeAsync()
    {
        var done = new TaskCompletionSource();
        _waiting.Enqueue(done);
        Begin();
        return new ValueTask(done.Task);
    }

    private void Begin()
    {
        while (!_stalled && _waiting.Count > 0 && _free.TryPop(out var server))
            server.Serve(_waiting.Dequeue());
    }

    private void Resume()
    {
        _stalled = false;
        Begin();
    }

    private sealed class Server
    {
        private readonly QueueTarget _owner;
        private readonly ITimer _timer;
        private TaskCompletionSource? _served;

        internal Server(QueueTarget owner)
        {
            _owner = owner;
            _timer = owner._time.CreateTimer(_ => Done(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }

        internal void Serve(TaskCompletionSource operation)
        {
            _served = operation;
            _timer.Change(_owner._service, Timeout.InfiniteTimeSpan);
        }

        private void Done()
        {
            var served = _served!;
            _owner._free.Push(this);
            _owner.Begin();
            served.SetResult();
        }
    }
}
