using System.Reflection;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Client;

/// <summary>
/// Represents what a created channel is: the contract's methods go to the channel, and so do the channel's own.
/// </summary>
#pragma warning disable CA1852 // DispatchProxy derives from it.
internal class ServiceProxy : DispatchProxy, IDuplexContextChannel
#pragma warning restore CA1852
{
    private ServiceChannel _channel = null!;
    private Type _contract = null!;

    public event EventHandler? Closed
    {
        add => _channel.Closed += value;
        remove => _channel.Closed -= value;
    }

    public event EventHandler? Closing
    {
        add => _channel.Closing += value;
        remove => _channel.Closing -= value;
    }

    public event EventHandler? Faulted
    {
        add => _channel.Faulted += value;
        remove => _channel.Faulted -= value;
    }

    public event EventHandler? Opened
    {
        add => _channel.Opened += value;
        remove => _channel.Opened -= value;
    }

    public event EventHandler? Opening
    {
        add => _channel.Opening += value;
        remove => _channel.Opening -= value;
    }

    public CommunicationState State => _channel.State;

    public EndpointAddress? LocalAddress => _channel.LocalAddress;

    public EndpointAddress? RemoteAddress => _channel.RemoteAddress;

    public string? SessionId => _channel.SessionId;

    public Uri Via => _channel.Via;

    public InstanceContext? CallbackInstance => _channel.CallbackInstance;

    public TimeSpan OperationTimeout
    {
        get => _channel.OperationTimeout;
        set => _channel.OperationTimeout = value;
    }

    internal ServiceChannel Channel => _channel;

    public void Abort() => _channel.Abort();

    public void Close() => _channel.Close();

    public void Close(TimeSpan timeout) => _channel.Close(timeout);

    public IAsyncResult BeginClose(AsyncCallback? callback, object? state) => _channel.BeginClose(callback, state);

    public IAsyncResult BeginClose(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        _channel.BeginClose(timeout, callback, state);

    public void EndClose(IAsyncResult result) => _channel.EndClose(result);

    public void Open() => _channel.Open();

    public void Open(TimeSpan timeout) => _channel.Open(timeout);

    public IAsyncResult BeginOpen(AsyncCallback? callback, object? state) => _channel.BeginOpen(callback, state);

    public IAsyncResult BeginOpen(TimeSpan timeout, AsyncCallback? callback, object? state) =>
        _channel.BeginOpen(timeout, callback, state);

    public void EndOpen(IAsyncResult result) => _channel.EndOpen(result);

    public void Dispose() => _channel.Dispose();

    public override string ToString() => _contract.ToString();

    internal static T Create<T>(ServiceChannel channel) => (T)Create(typeof(T), channel);

    internal static object Create(Type contract, ServiceChannel channel)
    {
        var proxy = Create(contract, typeof(ServiceProxy));
        ((ServiceProxy)proxy)._contract = contract;
        ((ServiceProxy)proxy)._channel = channel;
        channel.Proxy = (ServiceProxy)proxy;
        return proxy;
    }

    /// <summary>Gets the channel behind what a factory made.</summary>
    internal static ServiceChannel ChannelOf(object proxy) => ((ServiceProxy)proxy)._channel;

    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args)
    {
        // A contract that itself extends IClientChannel sends that interface's methods here, too.
        if (targetMethod!.DeclaringType!.IsAssignableFrom(typeof(ServiceChannel)))
            return targetMethod.Invoke(_channel, BindingFlags.DoNotWrapExceptions, null, args, null);
        return _channel.Invoke(targetMethod, args ?? []);
    }
}
