using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Wire;

/// <summary>A place where waiters gather until they are released. The owner's lock guards it.</summary>
internal struct TaskCompletionSourceSlot
{
    private TaskCompletionSource? _source;

    internal Task Wait()
    {
        _source ??= new(TaskCreationOptions.RunContinuationsAsynchronously);
        return _source.Task;
    }

    internal void Release()
    {
        _source?.TrySetResult();
        _source = null;
    }
}
