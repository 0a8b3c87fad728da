namespace System.Threading;

/// <summary>The lock of .NET 9 for .NET 8, as far as our sources use it: the compiler turns <c>lock</c> into
/// <see cref="EnterScope"/> for a type of this name.</summary>
[Microsoft.CodeAnalysis.Embedded]
internal sealed class Lock
{
    private readonly object _monitor = new();

    /// <summary>Gets whether the calling thread holds the lock.</summary>
    public bool IsHeldByCurrentThread => Monitor.IsEntered(_monitor);

    /// <summary>Waits for the lock and holds it until the scope is disposed of.</summary>
    public Scope EnterScope()
    {
        Monitor.Enter(_monitor);
        return new Scope(_monitor);
    }

    /// <summary>Waits for the lock.</summary>
    public void Enter() => Monitor.Enter(_monitor);

    /// <summary>Takes the lock unless another thread holds it.</summary>
    public bool TryEnter() => Monitor.TryEnter(_monitor);

    /// <summary>Releases the lock.</summary>
    public void Exit() => Monitor.Exit(_monitor);

    /// <summary>The time in which the lock is held.</summary>
    public ref struct Scope(object monitor)
    {
        /// <summary>Releases the lock.</summary>
        public readonly void Dispose() => Monitor.Exit(monitor);
    }
}
