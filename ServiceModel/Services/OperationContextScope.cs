using System.Threading;

namespace System.ServiceModel;

/// <summary>Makes an <see cref="OperationContext"/> the current one until it is disposed: the headers put into it go
/// along with each call by its channel. The scope flows over awaits, and is disposed in the flow it was made in.
/// </summary>
public sealed class OperationContextScope : IDisposable
{
    private static readonly AsyncLocal<OperationContextScope?> Innermost = new();

    private readonly OperationContext? _context;
    private readonly OperationContextScope? _outer = Innermost.Value;
    private readonly OperationContext.Replaced _replaced;
    private bool _isDisposed;

    /// <summary>Begins a scope for calls by a channel.</summary>
    /// <param name="channel">A channel that a factory of this library made.</param>
    /// <exception cref="ArgumentException">The channel is another object's.</exception>
    public OperationContextScope(IContextChannel channel)
        : this(new OperationContext(channel))
    {
    }

    /// <summary>Begins a scope with a context; null for a scope without one.</summary>
    /// <param name="context">Current until the scope is disposed.</param>
    public OperationContextScope(OperationContext? context)
    {
        _context = context;
        Innermost.Value = this;
        _replaced = OperationContext.Replace(context);
    }

    /// <summary>Ends the scope: what was current before it is current again. A second call does nothing.</summary>
    /// <exception cref="InvalidOperationException">An inner scope is open, the current context was changed, or this is
    /// not the flow in which the scope began.</exception>
    public void Dispose()
    {
        if (_isDisposed)
            return;
        _isDisposed = true;
        if (Innermost.Value != this)
        {
            throw new InvalidOperationException(
                "This OperationContextScope is being disposed out of order: an inner one is open, or this is another "
                + "flow than the one that began it.");
        }

        if (OperationContext.Current != _context)
            throw new InvalidOperationException("OperationContext.Current was changed inside this scope.");
        Innermost.Value = _outer;
        _replaced.Restore();
    }
}
