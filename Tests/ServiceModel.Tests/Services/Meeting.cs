using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Counts what runs at once.</summary>
public sealed class Meeting
{
    private readonly Lock _gate = new();
    private TaskCompletionSource _reached = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _running;
    private int _most;

    /// <summary>Enters, waits till the wanted number is in or the time is over, and tells the most seen.</summary>
    public async Task<int> EnterAsync(int wanted, int milliseconds)
    {
        Task reached;
        lock (_gate)
        {
            _running++;
            _most = Math.Max(_most, _running);
            if (_running >= wanted)
                _reached.TrySetResult();
            reached = _reached.Task;
        }

        await Task.WhenAny(reached, Task.Delay(TimeSpan.FromMilliseconds(milliseconds), TimeProvider.System));
        lock (_gate)
        {
            _running--;
            return _most;
        }
    }

    public void Reset()
    {
        lock (_gate)
        {
            _most = 0;
            _reached = new(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }
}
