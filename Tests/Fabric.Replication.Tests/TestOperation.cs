using System;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.Replication.Tests;

internal sealed class TestOperation : ReplicationOperation
{
    private readonly TaskCompletionSource<long> _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal Task<long> Completed => _completed.Task;

    /// <summary>Gets the name of the thread on which the operation was told that it may go on in place; null if it was
    /// not.</summary>
    internal string? EndedInPlaceOn { get; private set; }

    /// <summary>Gets a value indicating whether it ended on a thread of the pool.</summary>
    internal bool EndedOnPool { get; private set; }

    /// <summary>Gets or sets what runs when it was told so.</summary>
    internal Action? EndingInPlace { get; set; }

    /// <summary>Gets a value indicating whether another primary's writes overtook the operation.</summary>
    internal bool IsOvertaken { get; init; }

    protected internal override bool IsCurrent => !IsOvertaken;

    protected internal override void CompleteInPlace()
    {
        EndedInPlaceOn = Thread.CurrentThread.Name ?? "";
        EndingInPlace?.Invoke();
        Complete(null);
    }

    protected internal override void Complete(Exception? failure)
    {
        EndedOnPool = Thread.CurrentThread.IsThreadPoolThread;
        if (failure is null)
            _completed.SetResult(Lsn);
        else
            _completed.SetException(failure);
    }
}
