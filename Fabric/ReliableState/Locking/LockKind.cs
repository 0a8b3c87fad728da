namespace SfPerf.Fabric.ReliableState.Locking;

/// <summary>The strength of a lock, in rising order.</summary>
internal enum LockKind : byte
{
    /// <summary>Nothing is held.</summary>
    None,

    /// <summary>Held by readers until their transaction ends or begins to commit.</summary>
    Shared,

    /// <summary>Held by a reader that means to write: admits no further reader and no second one of its kind.</summary>
    Update,

    /// <summary>Held by the one writer.</summary>
    Exclusive,
}
