using System.ServiceModel.Dispatcher;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace System.ServiceModel.Channels;

/// <summary>The state machine shared by hosts, factories and channels.</summary>
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

    public event EventHandler? Closed;

    public event EventHandler? Closing;

    public event EventHandler? Faulted;

    public event EventHandler? Opened;

    public event EventHandler? Opening;

    public CommunicationState State => _state;

    protected abstract TimeSpan DefaultCloseTimeout { get; }

    protected abstract TimeSpan DefaultOpenTimeout { get; }

    /// <summary>Gets what the events name as their sender: what the user holds.</summary>
    private protected virtual object EventSender => this;

    public void Open() => Blocking.Wait(OpenAsync(DefaultOpenTimeout));

    public void Open(TimeSpan timeout) => Blocking.Wait(OpenAsync(timeout));

    public void Close() => Blocking.Wait(CloseAsync(DefaultCloseTimeout));

    public void Close(TimeSpan timeout) => Blocking.Wait(CloseAsync(timeout));

    public IAsyncResult BeginOpen(AsyncCallback? callback, object? state) =>
        BeginOpen(DefaultOpenTimeout, callback, state);

    public IAsyncResult BeginOpen(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(OpenAsync(timeout), ExceptionHandler.Guard(callback), state);

    public void EndOpen(IAsyncResult result) => TaskToAsyncResult.End(result);

    public IAsyncResult BeginClose(AsyncCallback? callback, object? state) =>
        BeginClose(DefaultCloseTimeout, callback, state);

    public IAsyncResult BeginClose(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(CloseAsync(timeout), ExceptionHandler.Guard(callback), state);

    public void EndClose(IAsyncResult result) => TaskToAsyncResult.End(result);

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

    protected abstract void OnAbort();

    protected virtual void OnOpening() => Opening?.Invoke(EventSender, EventArgs.Empty);

    /// <summary>Enters the Opened state; before it, an override sees Opening.</summary>
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

    /// <summary>Enters the Closed state; before it, an override sees Closing.</summary>
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

    protected virtual void OnFaulted() => Faulted?.Invoke(EventSender, EventArgs.Empty);

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
