namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>Specifies how a wait for a lock ended.</summary>
internal enum LockOutcome
{
    /// <summary>The lock is held.</summary>
    Granted,

    /// <summary>The time was up; the lock is not held.</summary>
    TimedOut,

    /// <summary>The caller's token was cancelled; the lock is not held.</summary>
    Canceled,

    /// <summary>The replica closed; the lock is not held.</summary>
    Closed,
}
