using System.ServiceModel.Channels;
using SfPerf.ServiceModel.Client;

namespace System.ServiceModel;

/// <summary>Creates channels on which the service may call an object of the client's.</summary>
/// <typeparam name="TChannel">The contract: an interface whose <see cref="ServiceContractAttribute.CallbackContract"/>
/// is set.</typeparam>
/// <remarks>Callbacks need sessions: net.tcp or net.pipe with buffered transfer. Callbacks of one session follow
/// <see cref="CallbackBehaviorAttribute.ConcurrencyMode"/>. They run on the synchronization context that was current
/// when the factory opened, unless <see cref="CallbackBehaviorAttribute"/> says otherwise. Unlike in WCF, the callback
/// object is always given to the factory, not to each channel.</remarks>
public class DuplexChannelFactory<TChannel> : ChannelFactory<TChannel>
{
    private readonly InstanceContext _callback;

    /// <summary>Creates a factory without an address; give one to each call of <c>CreateChannel</c>.</summary>
    public DuplexChannelFactory(object callbackObject, Binding binding)
        : this(callbackObject, binding, (EndpointAddress)null!)
    {
    }

    /// <summary>Creates a factory for one address, an absolute URI.</summary>
    public DuplexChannelFactory(object callbackObject, Binding binding, string remoteAddress)
        : this(callbackObject, binding, new EndpointAddress(remoteAddress))
    {
    }

    /// <summary>Creates a factory for one address.</summary>
    /// <param name="callbackObject">What the service calls: an object that implements the callback contract, or an
    /// <see cref="InstanceContext"/> of one. All channels of the factory share it.</param>
    /// <param name="binding">Read when the factory opens.</param>
    /// <param name="remoteAddress">Null for none; each channel is given one then.</param>
    /// <exception cref="ArgumentNullException">The object or the binding is null.</exception>
    /// <exception cref="InvalidOperationException">The contract has no callback contract.</exception>
    /// <exception cref="InvalidCastException">The object does not implement the callback contract.</exception>
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

    /// <summary>Creates a channel and a factory of its own, which is aborted when the channel is closed.</summary>
    /// <param name="callbackObject">What the service calls: an object that implements the callback contract, or an
    /// <see cref="InstanceContext"/> of one.</param>
    /// <param name="binding">How to talk to the endpoint; over sessions.</param>
    /// <param name="endpointAddress">Where the endpoint is.</param>
    /// <returns>The channel, not yet open. It also implements <see cref="IDuplexContextChannel"/>.</returns>
    /// <exception cref="InvalidOperationException">The contract has no callback contract, or the binding has no
    /// sessions.</exception>
    public static TChannel CreateChannel(object callbackObject, Binding binding, EndpointAddress endpointAddress)
    {
        var factory = new DuplexChannelFactory<TChannel>(callbackObject, binding, endpointAddress);
        return ServiceProxy.Create<TChannel>(
            factory.MakeChannel(null, null, factory._callback, closeFactory: true));
    }
}
