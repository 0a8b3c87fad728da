using System.Threading.Tasks;

namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>
/// Represents one blocked request. Its links and flags belong to the lock it waits for, under that lock's monitor.
/// </summary>
internal sealed class LockWaiter(object owner, LockKind kind, LockResource? resource = null) : WheelItem
{
    private readonly TaskCompletionSource<LockOutcome> _completion =
        new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal object Owner { get; } = owner;

    internal LockKind Kind { get; } = kind;

    internal bool IsUpgrade { get; set; }

    internal bool IsWaiting { get; set; }

    internal LockWaiter? Next { get; set; }

    internal LockWaiter? Previous { get; set; }

    /// <summary>Gets or sets the next waiter that the same release let in.</summary>
    internal LockWaiter? NextGranted { get; set; }

    internal Task<LockOutcome> Outcome => _completion.Task;

    /// <summary>Wakes everyone that a release let in. Called outside the monitor.</summary>
    internal static void Wake(LockWaiter? granted)
    {
        while (granted is not null)
        {
            var next = granted.NextGranted;
            granted._completion.TrySetResult(LockOutcome.Granted);
            granted = next;
        }
    }

    /// <summary>Gives up unless the lock was granted in the meantime.</summary>
    internal void GiveUp(LockOutcome why)
    {
        LockWaiter? granted;
        lock (resource!)
        {
            if (!IsWaiting)
                return;
            granted = resource!.Withdraw(this);
        }
        _completion.TrySetResult(why);
        Wake(granted);
    }

    private protected override void Expire() => GiveUp(LockOutcome.TimedOut);
}
