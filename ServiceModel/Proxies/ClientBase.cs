using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Threading;

namespace System.ServiceModel;

/// <summary>The base class of typed clients. A client has a factory and a channel of its own.</summary>
/// <typeparam name="TChannel">The contract: an interface with <see cref="ServiceContractAttribute"/>.</typeparam>
/// <remarks>Any number of threads may call through one client. Each client has its own factory and its own connections;
/// unlike in WCF, factories are not cached between clients, and there are no constructors that read configuration
/// files. <c>Dispose</c> closes the client and throws what <see cref="Close"/> throws; <c>DisposeAsync</c> aborts the
/// client instead when it cannot be closed.</remarks>
public abstract class ClientBase<TChannel> : ICommunicationObject, IDisposable, IAsyncDisposable
    where TChannel : class
{
    private readonly Lazy<TChannel> _channel;

    /// <summary>Creates a client of an address. Nothing is opened yet.</summary>
    /// <param name="binding">How to talk to the endpoint.</param>
    /// <param name="remoteAddress">Where the endpoint is.</param>
    /// <exception cref="ArgumentNullException">The binding or the address is null.</exception>
    /// <exception cref="InvalidOperationException">The type is no contract, or a wrong one.</exception>
    protected ClientBase(Binding binding, EndpointAddress remoteAddress)
        : this(new ChannelFactory<TChannel>(
            binding, remoteAddress ?? throw new ArgumentNullException(nameof(remoteAddress))))
    {
    }

    /// <summary>Creates a client of an endpoint, whose behaviors run when the client opens. Nothing is opened
    /// yet.</summary>
    /// <param name="endpoint">The contract, the binding and the address.</param>
    /// <exception cref="ArgumentNullException">The endpoint is null.</exception>
    protected ClientBase(ServiceEndpoint endpoint)
        : this(new ChannelFactory<TChannel>(endpoint))
    {
    }

    /// <summary>Creates a client that the service may call back. Nothing is opened yet.</summary>
    /// <param name="callbackInstance">The object that the service calls.</param>
    /// <param name="binding">How to talk to the endpoint; over sessions.</param>
    /// <param name="remoteAddress">Where the endpoint is.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InvalidOperationException">The contract has no callback contract.</exception>
    /// <exception cref="InvalidCastException">The object does not implement the callback contract.</exception>
    protected ClientBase(InstanceContext callbackInstance, Binding binding, EndpointAddress remoteAddress)
        : this(new DuplexChannelFactory<TChannel>(
            callbackInstance ?? throw new ArgumentNullException(nameof(callbackInstance)),
            binding,
            remoteAddress ?? throw new ArgumentNullException(nameof(remoteAddress))))
    {
    }

    private ClientBase(ChannelFactory<TChannel> factory)
    {
        ChannelFactory = factory;
        _channel = new(factory.CreateChannel);
    }

    event EventHandler? ICommunicationObject.Closed
    {
        add => Inner.Closed += value;
        remove => Inner.Closed -= value;
    }

    event EventHandler? ICommunicationObject.Closing
    {
        add => Inner.Closing += value;
        remove => Inner.Closing -= value;
    }

    event EventHandler? ICommunicationObject.Faulted
    {
        add => Inner.Faulted += value;
        remove => Inner.Faulted -= value;
    }

    event EventHandler? ICommunicationObject.Opened
    {
        add => Inner.Opened += value;
        remove => Inner.Opened -= value;
    }

    event EventHandler? ICommunicationObject.Opening
    {
        add => Inner.Opening += value;
        remove => Inner.Opening -= value;
    }

    /// <summary>Gets the client's factory. Add behaviors to its endpoint before the client is used.</summary>
    public ChannelFactory<TChannel> ChannelFactory { get; }

    /// <summary>Gets the endpoint that the client calls. Changes after the client was first used have no effect on
    /// binding, contract and behaviors.</summary>
    public ServiceEndpoint Endpoint => ChannelFactory.Endpoint;

    /// <summary>Gets the client's channel. The first use opens the factory and creates the channel; the factory's
    /// <c>CreateChannel</c> says what may be thrown.</summary>
    public IClientChannel InnerChannel => (IClientChannel)_channel.Value;

    /// <summary>Gets the state of the channel, or of the factory while there is no channel.</summary>
    public CommunicationState State => _channel.IsValueCreated ? InnerChannel.State : ChannelFactory.State;

    /// <summary>Gets the channel by the operations of its contract. The first use opens the factory and creates the
    /// channel; the channel's first call opens the channel.</summary>
    protected TChannel Channel => _channel.Value;

    private ServiceChannel Inner => ServiceProxy.ChannelOf(_channel.Value);

    /// <summary>Opens the factory and the channel within the binding's <c>OpenTimeout</c>. A client that is not opened
    /// is opened by its first call.</summary>
    /// <exception cref="EndpointNotFoundException">Nobody listens at the address, or the service has no endpoint at the
    /// path.</exception>
    /// <exception cref="TimeoutException">The timeout passed.</exception>
    public void Open() => Blocking.Wait(OpenAsync(ChannelFactory.OpenTimeout));

    /// <summary>Closes the channel, then the factory, within the binding's <c>CloseTimeout</c>.</summary>
    /// <exception cref="CommunicationObjectFaultedException">The channel is in the Faulted state.</exception>
    /// <exception cref="TimeoutException">The timeout passed.</exception>
    /// <exception cref="CommunicationException">The connection broke while the channel was closing.</exception>
    /// <remarks>After an exception the factory is still open; call <see cref="Abort"/>.</remarks>
    public void Close() => Blocking.Wait(CloseAsync(ChannelFactory.CloseTimeout));

    /// <summary>Aborts the channel and the factory. Calls that wait for a reply fail with
    /// <see cref="CommunicationObjectAbortedException"/>.</summary>
    public void Abort()
    {
        if (_channel.IsValueCreated)
            InnerChannel.Abort();
        ChannelFactory.Abort();
    }

    void IDisposable.Dispose()
    {
        Close();
        GC.SuppressFinalize(this);
    }

    /// <summary>Closes the client, or aborts it where it cannot be closed.</summary>
    async ValueTask IAsyncDisposable.DisposeAsync()
    {
        try
        {
            await CloseAsync(ChannelFactory.CloseTimeout).ConfigureAwait(false);
        }
        catch (Exception e) when (e is CommunicationException or TimeoutException)
        {
            Abort();
        }

        GC.SuppressFinalize(this);
    }

    void ICommunicationObject.Open(TimeSpan timeout) => Blocking.Wait(OpenAsync(timeout));

    void ICommunicationObject.Close(TimeSpan timeout) => Blocking.Wait(CloseAsync(timeout));

    IAsyncResult ICommunicationObject.BeginOpen(AsyncCallback? callback, object? state) =>
        ((ICommunicationObject)this).BeginOpen(ChannelFactory.OpenTimeout, callback, state);

    IAsyncResult ICommunicationObject.BeginOpen(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(OpenAsync(timeout), ExceptionHandler.Guard(callback), state);

    void ICommunicationObject.EndOpen(IAsyncResult result) => TaskToAsyncResult.End(result);

    IAsyncResult ICommunicationObject.BeginClose(AsyncCallback? callback, object? state) =>
        ((ICommunicationObject)this).BeginClose(ChannelFactory.CloseTimeout, callback, state);

    IAsyncResult ICommunicationObject.BeginClose(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(CloseAsync(timeout), ExceptionHandler.Guard(callback), state);

    void ICommunicationObject.EndClose(IAsyncResult result) => TaskToAsyncResult.End(result);

    private async Task OpenAsync(TimeSpan timeout)
    {
        var deadline = new Deadline(timeout, TimeProvider.System);
        if (ChannelFactory.State == CommunicationState.Created)
            await ChannelFactory.OpenAsync(deadline.Left).ConfigureAwait(false);
        await Inner.OpenAsync(deadline.Left).ConfigureAwait(false);
    }

    private async Task CloseAsync(TimeSpan timeout)
    {
        var deadline = new Deadline(timeout, TimeProvider.System);
        if (_channel.IsValueCreated)
            await Inner.CloseAsync(deadline.Left).ConfigureAwait(false);
        await ChannelFactory.CloseAsync(deadline.Left).ConfigureAwait(false);
    }
}

/// <summary>The base class of typed clients that the service may call back.</summary>
/// <typeparam name="TChannel">The contract: an interface whose <see cref="ServiceContractAttribute.CallbackContract"/>
/// is set.</typeparam>
public abstract class DuplexClientBase<TChannel> : ClientBase<TChannel>
    where TChannel : class
{
    /// <summary>Creates a client that the service may call back. Nothing is opened yet.</summary>
    /// <param name="callbackInstance">The object that the service calls.</param>
    /// <param name="binding">How to talk to the endpoint; over sessions.</param>
    /// <param name="remoteAddress">Where the endpoint is.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InvalidOperationException">The contract has no callback contract.</exception>
    /// <exception cref="InvalidCastException">The object does not implement the callback contract.</exception>
    protected DuplexClientBase(InstanceContext callbackInstance, Binding binding, EndpointAddress remoteAddress)
        : base(callbackInstance, binding, remoteAddress)
    {
    }

    /// <summary>Gets the client's channel; see <see cref="ClientBase{TChannel}.InnerChannel"/>.</summary>
    public IDuplexContextChannel InnerDuplexChannel => (IDuplexContextChannel)InnerChannel;
}
