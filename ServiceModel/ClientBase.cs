using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using SfPerf.ServiceModel.Client;

namespace System.ServiceModel;

/// <summary>A class to derive typed clients from: one factory, one channel.</summary>
public abstract class ClientBase<TChannel> : ICommunicationObject, IDisposable
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
            callbackInstance, binding, remoteAddress ?? throw new ArgumentNullException(nameof(remoteAddress))))
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

    public CommunicationState State => _channel.IsValueCreated ? InnerChannel.State : ChannelFactory.State switch
    {
        CommunicationState.Opened => CommunicationState.Created,
        var state => state,
    };

    protected TChannel Channel => _channel.Value;

    private ServiceChannel Inner => ServiceProxy.ChannelOf(_channel.Value);

    public void Open() => InnerChannel.Open();

    public void Close()
    {
        if (_channel.IsValueCreated)
            InnerChannel.Close();
        ChannelFactory.Close();
    }

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

    void ICommunicationObject.Open(TimeSpan timeout) => InnerChannel.Open(timeout);

    void ICommunicationObject.Close(TimeSpan timeout)
    {
        InnerChannel.Close(timeout);
        ChannelFactory.Close(timeout);
    }

    IAsyncResult ICommunicationObject.BeginOpen(AsyncCallback? callback, object? state) =>
        InnerChannel.BeginOpen(callback, state);

    IAsyncResult ICommunicationObject.BeginOpen(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        InnerChannel.BeginOpen(timeout, callback, state);

    void ICommunicationObject.EndOpen(IAsyncResult result) => InnerChannel.EndOpen(result);

    IAsyncResult ICommunicationObject.BeginClose(AsyncCallback? callback, object? state) =>
        InnerChannel.BeginClose(callback, state);

    IAsyncResult ICommunicationObject.BeginClose(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        InnerChannel.BeginClose(timeout, callback, state);

    void ICommunicationObject.EndClose(IAsyncResult result)
    {
        InnerChannel.EndClose(result);
        ChannelFactory.Close();
    }
}
