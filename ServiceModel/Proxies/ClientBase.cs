using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.ServiceModel.Client;
using SfPerf.ServiceModel.Threading;

namespace System.ServiceModel;

/// <summary>A class to derive typed clients from: one factory, one channel.</summary>
public abstract class ClientBase<TChannel> : ICommunicationObject, IDisposable, IAsyncDisposable
    where TChannel : class
{
    private readonly Lazy<TChannel> _channel;

    protected ClientBase(Binding binding, EndpointAddress remoteAddress)
        : this(new ChannelFactory<TChannel>(
            binding, remoteAddress ?? throw new ArgumentNullException(nameof(remoteAddress))))
    {
    }

    protected ClientBase(ServiceEndpoint endpoint)
        : this(new ChannelFactory<TChannel>(endpoint))
    {
    }

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

    public ChannelFactory<TChannel> ChannelFactory { get; }

    public ServiceEndpoint Endpoint => ChannelFactory.Endpoint;

    public IClientChannel InnerChannel => (IClientChannel)_channel.Value;

    public CommunicationState State => _channel.IsValueCreated ? InnerChannel.State : ChannelFactory.State;

    protected TChannel Channel => _channel.Value;

    private ServiceChannel Inner => ServiceProxy.ChannelOf(_channel.Value);

    public void Open() => Blocking.Wait(OpenAsync(ChannelFactory.OpenTimeout));

    public void Close() => Blocking.Wait(CloseAsync(ChannelFactory.CloseTimeout));

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

/// <summary>A class to derive typed clients from whose service calls back.</summary>
public abstract class DuplexClientBase<TChannel> : ClientBase<TChannel>
    where TChannel : class
{
    protected DuplexClientBase(InstanceContext callbackInstance, Binding binding, EndpointAddress remoteAddress)
        : base(callbackInstance, binding, remoteAddress)
    {
    }

    public IDuplexContextChannel InnerDuplexChannel => (IDuplexContextChannel)InnerChannel;
}
