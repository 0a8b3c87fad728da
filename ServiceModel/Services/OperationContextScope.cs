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
    public OperationContextScope(IContextChannel channel)
        : this(new OperationContext(channel))
    {
    }

    /// <summary>Begins a scope; null for one without a context.</summary>
    public OperationContextScope(OperationContext? context)
    {
        _context = context;
        Innermost.Value = this;
        _replaced = OperationContext.Replace(context);
    }

    /// <exception cref="InvalidOperationException">An inner scope is open, or the current context was changed.
    /// </exception>
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
