namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>The answer to a request for a lock.</summary>
internal enum LockAnswer : byte
{
    /// <summary>The owner may not have it now; it may queue.</summary>
    Blocked,

    /// <summary>The owner is a new holder and must release it later.</summary>
    Granted,

    /// <summary>The owner held a weaker lock, which is now as strong as asked.</summary>
    Upgraded,

    /// <summary>The owner already holds a lock at least as strong.</summary>
    AlreadyHeld,

    /// <summary>The resource was dropped in the meantime; look it up again.</summary>
    Gone,
}
