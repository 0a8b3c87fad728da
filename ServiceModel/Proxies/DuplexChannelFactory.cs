using System.ServiceModel.Channels;
using SfPerf.ServiceModel.Client;

namespace System.ServiceModel;

/// <summary>Makes channels on which the service may call an object of the client's.</summary>
public class DuplexChannelFactory<TChannel> : ChannelFactory<TChannel>
{
    private readonly InstanceContext _callback;

    public DuplexChannelFactory(object callbackObject, Binding binding)
        : this(callbackObject, binding, (EndpointAddress)null!)
    {
    }

    public DuplexChannelFactory(object callbackObject, Binding binding, string remoteAddress)
        : this(callbackObject, binding, new EndpointAddress(remoteAddress))
    {
    }

    public DuplexChannelFactory(object callbackObject, Binding binding, EndpointAddress remoteAddress)
        : base(binding, remoteAddress)
    {
        ArgumentNullException.ThrowIfNull(callbackObject);
        _callback = callbackObject as InstanceContext ?? new InstanceContext(callbackObject);
        if (Endpoint.Contract.CallbackContractType is not { } callback)
            throw new InvalidOperationException($"The contract {typeof(TChannel)} has no callback contract.");
        if (!callback.IsInstanceOfType(_callback.UserObject))
            throw new InvalidCastException($"{_callback.UserObject?.GetType()} does not implement {callback}.");
    }

    private protected override InstanceContext? Callback => _callback;

    /// <summary>Makes a channel and a factory that is closed with it.</summary>
    public static TChannel CreateChannel(object callbackObject, Binding binding, EndpointAddress endpointAddress)
    {
        var factory = new DuplexChannelFactory<TChannel>(callbackObject, binding, endpointAddress);
        return ServiceProxy.Create<TChannel>(
            factory.MakeChannel(null, null, factory._callback, closeFactory: true));
    }
}
