using System.Runtime.ExceptionServices;
using System.Threading;
using SfPerf.ServiceModel.Threading;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>A call whose caller blocks.</summary>
internal sealed class SyncCall(ReplyReader reply, object?[] arguments) : PendingCall(reply, arguments)
{
    private readonly object _gate = new();
    private bool _isDone;
    private object? _result;
    private Exception? _error;

    internal override void Succeed(object? result) => Finish(result, null);

    internal override void Fail(Exception error) => Finish(null, error);

    /// <summary>Waits for the reply; false when the deadline passed first.</summary>
    internal bool TryWait(Deadline deadline, out object? result)
    {
        lock (_gate)
        {
            while (!_isDone)
            {
                var left = deadline.Remaining;
                if (left == TimeSpan.Zero || !Monitor.Wait(_gate, left))
                    break;
            }

            result = _result;
            if (_error is not null)
                ExceptionDispatchInfo.Throw(_error);
            return _isDone;
        }
    }

    private void Finish(object? result, Exception? error)
    {
        lock (_gate)
        {
            if (_isDone)
                return;
            _result = result;
            _error = error;
            _isDone = true;
            Monitor.PulseAll(_gate);
        }
    }
}
