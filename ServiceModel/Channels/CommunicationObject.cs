using System.ServiceModel.Dispatcher;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace System.ServiceModel.Channels;

/// <summary>The states of hosts, factories and channels and the events between them. Only this library derives from it
/// directly.</summary>
/// <remarks>All members may be called from several threads. Events name the object that their user holds as the sender;
/// for a channel that is what the factory created. <c>DisposeAsync</c> closes the object, and aborts one that is
/// Faulted.</remarks>
public abstract class CommunicationObject : ICommunicationObject, IAsyncDisposable
{
    private readonly Lock _gate = new();
    private volatile CommunicationState _state;
    private bool _aborted;
    private bool _closeCalled;
    private bool _raisedClosing;
    private bool _wasOpened;

    private protected CommunicationObject()
    {
    }

    /// <inheritdoc/>
    public event EventHandler? Closed;

    /// <inheritdoc/>
    public event EventHandler? Closing;

    /// <inheritdoc/>
    public event EventHandler? Faulted;

    /// <inheritdoc/>
    public event EventHandler? Opened;

    /// <inheritdoc/>
    public event EventHandler? Opening;

    /// <inheritdoc/>
    public CommunicationState State => _state;

    /// <summary>Gets the timeout of a close that was given none.</summary>
    protected abstract TimeSpan DefaultCloseTimeout { get; }

    /// <summary>Gets the timeout of an opening that was given none.</summary>
    protected abstract TimeSpan DefaultOpenTimeout { get; }

    /// <summary>Gets what the events name as their sender: what the user holds.</summary>
    private protected virtual object EventSender => this;

    /// <inheritdoc/>
    public void Open() => Blocking.Wait(OpenAsync(DefaultOpenTimeout));

    /// <inheritdoc/>
    public void Open(TimeSpan timeout) => Blocking.Wait(OpenAsync(timeout));

    /// <inheritdoc/>
    public void Close() => Blocking.Wait(CloseAsync(DefaultCloseTimeout));

    /// <inheritdoc/>
    public void Close(TimeSpan timeout) => Blocking.Wait(CloseAsync(timeout));

    /// <inheritdoc/>
    public IAsyncResult BeginOpen(AsyncCallback? callback, object? state) =>
        BeginOpen(DefaultOpenTimeout, callback, state);

    /// <inheritdoc/>
    public IAsyncResult BeginOpen(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(OpenAsync(timeout), ExceptionHandler.Guard(callback), state);

    /// <inheritdoc/>
    public void EndOpen(IAsyncResult result) => TaskToAsyncResult.End(result);

    /// <inheritdoc/>
    public IAsyncResult BeginClose(AsyncCallback? callback, object? state) =>
        BeginClose(DefaultCloseTimeout, callback, state);

    /// <inheritdoc/>
    public IAsyncResult BeginClose(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(CloseAsync(timeout), ExceptionHandler.Guard(callback), state);

    /// <inheritdoc/>
    public void EndClose(IAsyncResult result) => TaskToAsyncResult.End(result);

    /// <inheritdoc/>
    public void Abort()
    {
        lock (_gate)
        {
            if (_aborted || _state == CommunicationState.Closed)
                return;
            _aborted = true;
            _state = CommunicationState.Closing;
        }

        OnClosing();
        OnAbort();
        OnClosed();
    }

    async ValueTask IAsyncDisposable.DisposeAsync()
    {
        if (_state == CommunicationState.Faulted)
            Abort();
        else
            await CloseAsync(DefaultCloseTimeout).ConfigureAwait(false);
        GC.SuppressFinalize(this);
    }

    internal async Task OpenAsync(TimeSpan timeout)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(timeout, TimeSpan.Zero);
        lock (_gate)
        {
            ThrowIfImmutable();
            _state = CommunicationState.Opening;
        }

        try
        {
            OnOpening();
            await OnOpenAsync(timeout).ConfigureAwait(false);
            OnOpened();
        }
        catch
        {
            Fault();
            throw;
        }

        // It was aborted, closed or faulted meanwhile: its opener must not take it for open.
        if (!_wasOpened)
            ThrowIfNotOpened();
    }

    internal async Task CloseAsync(TimeSpan timeout)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(timeout, TimeSpan.Zero);
        CommunicationState before;
        lock (_gate)
        {
            before = _state;
            _closeCalled = true;
            if (before == CommunicationState.Opened)
                _state = CommunicationState.Closing;
        }

        switch (before)
        {
            case CommunicationState.Created or CommunicationState.Opening:
                Abort();
                return;
            case CommunicationState.Faulted:
                Abort();
                throw Faulty();
            case CommunicationState.Closing or CommunicationState.Closed:
                return;
        }

        OnClosing();
        try
        {
            await OnCloseAsync(timeout).ConfigureAwait(false);
        }
        catch
        {
            Abort();
            throw;
        }

        OnClosed();
    }

    /// <summary>Ends the object's work at once. Runs once, between <see cref="OnClosing"/> and
    /// <see cref="OnClosed"/>.</summary>
    protected abstract void OnAbort();

    /// <summary>Raises <see cref="Opening"/>. An override calls the base method.</summary>
    protected virtual void OnOpening() => Opening?.Invoke(EventSender, EventArgs.Empty);

    /// <summary>Enters the Opened state and raises <see cref="Opened"/>, unless the object was aborted, closed or
    /// faulted meanwhile. An override calls the base method; before that it sees the state Opening.</summary>
    protected virtual void OnOpened()
    {
        lock (_gate)
        {
            if (_aborted || _state != CommunicationState.Opening)
                return;
            _state = CommunicationState.Opened;
            _wasOpened = true;
        }

        Opened?.Invoke(EventSender, EventArgs.Empty);
    }

    /// <summary>Raises <see cref="Closing"/>, once. An override calls the base method.</summary>
    protected virtual void OnClosing()
    {
        lock (_gate)
        {
            if (_raisedClosing)
                return;
            _raisedClosing = true;
        }

        Closing?.Invoke(EventSender, EventArgs.Empty);
    }

    /// <summary>Enters the Closed state and raises <see cref="Closed"/>, once. An override calls the base method;
    /// before that it sees the state Closing.</summary>
    protected virtual void OnClosed()
    {
        lock (_gate)
        {
            if (_state == CommunicationState.Closed)
                return;
            _state = CommunicationState.Closed;
        }

        Closed?.Invoke(EventSender, EventArgs.Empty);
    }

    /// <summary>Raises <see cref="Faulted"/>. An override calls the base method.</summary>
    protected virtual void OnFaulted() => Faulted?.Invoke(EventSender, EventArgs.Empty);

    /// <summary>Enters the Faulted state. Does nothing on an object that is closing, closed or faulted. It ends no
    /// work: abort the object for that.</summary>
    protected void Fault()
    {
        lock (_gate)
        {
            if (_state is not (CommunicationState.Opening or CommunicationState.Opened or CommunicationState.Created))
                return;
            _state = CommunicationState.Faulted;
        }

        OnFaulted();
    }

    private protected abstract Task OnOpenAsync(TimeSpan timeout);

    private protected abstract Task OnCloseAsync(TimeSpan timeout);

    private protected void ThrowIfNotOpened()
    {
        var state = _state;
        if (state == CommunicationState.Opened)
            return;
        throw state is CommunicationState.Created or CommunicationState.Opening
            ? new InvalidOperationException($"{Me} cannot be used for communication: it is in the {state} state.")
            : Failed();
    }

    private protected void ThrowIfDisposed()
    {
        if (_state is CommunicationState.Closing or CommunicationState.Closed or CommunicationState.Faulted)
            throw Failed();
    }

    private protected void ThrowIfImmutable()
    {
        var state = _state;
        if (state == CommunicationState.Created)
            return;
        throw state is CommunicationState.Opening or CommunicationState.Opened
            ? new InvalidOperationException($"{Me} cannot be modified or opened: it is in the {state} state.")
            : Failed();
    }

    // What exceptions call the object: a type that their reader can see, or words.
    private protected virtual string Me => GetType().ToString();

    private CommunicationObjectFaultedException Faulty() => new($"{Me} cannot be used: it is in the Faulted state.");

    private Exception Failed()
    {
        if (_state == CommunicationState.Faulted)
            return Faulty();
        return _closeCalled
            ? new ObjectDisposedException(Me)
            : new CommunicationObjectAbortedException($"{Me} cannot be used: it has been aborted.");
    }
}
