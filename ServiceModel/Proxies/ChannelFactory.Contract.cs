using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using SfPerf.ServiceModel.Client;

namespace System.ServiceModel;

/// <summary>Creates channels of one contract to one endpoint.</summary>
/// <typeparam name="TChannel">The contract: an interface with <see cref="ServiceContractAttribute"/>.</typeparam>
/// <remarks>Closing the factory closes its channels, aborts those that are Faulted, and closes the kept
/// connections.</remarks>
public class ChannelFactory<TChannel> : ChannelFactory
{
    /// <summary>Creates a factory without an address; give one to each call of
    /// <see cref="CreateChannel(EndpointAddress)"/>.</summary>
    /// <param name="binding">Read when the factory opens.</param>
    /// <exception cref="ArgumentNullException">The binding is null.</exception>
    /// <exception cref="InvalidOperationException">The type is no contract, or a wrong one.</exception>
    public ChannelFactory(Binding binding)
        : this(binding, (EndpointAddress)null!)
    {
    }

    /// <summary>Creates a factory for one address.</summary>
    /// <param name="binding">Read when the factory opens.</param>
    /// <param name="remoteAddress">An absolute URI of the binding's scheme.</param>
    /// <exception cref="ArgumentNullException">The binding or the address is null.</exception>
    /// <exception cref="UriFormatException">The text is no absolute URI.</exception>
    /// <exception cref="InvalidOperationException">The type is no contract, or a wrong one.</exception>
    public ChannelFactory(Binding binding, string remoteAddress)
        : this(binding, new EndpointAddress(remoteAddress))
    {
    }

    /// <summary>Creates a factory for one address.</summary>
    /// <param name="binding">Read when the factory opens.</param>
    /// <param name="remoteAddress">Null for none; each channel is given one then.</param>
    /// <exception cref="ArgumentNullException">The binding is null.</exception>
    /// <exception cref="InvalidOperationException">The type is no contract, or a wrong one.</exception>
    public ChannelFactory(Binding binding, EndpointAddress remoteAddress)
        : this(new ServiceEndpoint(
            ContractDescription.GetContract(typeof(TChannel)),
            binding ?? throw new ArgumentNullException(nameof(binding)),
            remoteAddress))
    {
    }

    /// <summary>Creates a factory for an endpoint, whose behaviors run when the factory opens.</summary>
    /// <param name="endpoint">Its contract should be that of <typeparamref name="TChannel"/>.</param>
    /// <exception cref="ArgumentNullException">The endpoint is null.</exception>
    public ChannelFactory(ServiceEndpoint endpoint)
        : base(endpoint ?? throw new ArgumentNullException(nameof(endpoint)))
    {
    }

    private protected virtual InstanceContext? Callback => null;

    /// <summary>Creates a channel and a factory of its own, which is aborted when the channel is closed. Connections
    /// are not kept; use a factory for more than one channel.</summary>
    /// <param name="binding">How to talk to the endpoint.</param>
    /// <param name="endpointAddress">Where the endpoint is.</param>
    /// <returns>The channel, not yet open. It also implements <see cref="IClientChannel"/>.</returns>
    /// <exception cref="ArgumentException">The address has another scheme than the binding.</exception>
    /// <exception cref="InvalidOperationException">The contract has callbacks.</exception>
    /// <exception cref="NotSupportedException">The binding or the contract asks for what is not supported
    /// here.</exception>
    public static TChannel CreateChannel(Binding binding, EndpointAddress endpointAddress)
    {
        var factory = new ChannelFactory<TChannel>(binding, endpointAddress);
        factory.CheckCallbacks();
        return ServiceProxy.Create<TChannel>(factory.MakeChannel(null, null, null, closeFactory: true));
    }

    /// <summary>Creates a channel to the address of the factory.</summary>
    /// <inheritdoc cref="CreateChannel(EndpointAddress, Uri)"/>
    public TChannel CreateChannel() => Make(null, null);

    /// <summary>Creates a channel to an address.</summary>
    /// <inheritdoc cref="CreateChannel(EndpointAddress, Uri)"/>
    public TChannel CreateChannel(EndpointAddress address) =>
        Make(address ?? throw new ArgumentNullException(nameof(address)), null);

    /// <summary>Creates a channel to an address that connects to another one. Opens the factory if nobody has. Nothing
    /// is sent before the channel is opened, by <c>Open</c> or by its first call.</summary>
    /// <param name="address">What the messages name as their destination.</param>
    /// <param name="via">Where to connect to; null for the address itself.</param>
    /// <returns>The channel, which also implements <see cref="IClientChannel"/>. The caller closes or aborts it; else
    /// the factory does when it is closed.</returns>
    /// <exception cref="ArgumentNullException">The address is null.</exception>
    /// <exception cref="ArgumentException">The address to connect to has another scheme than the binding; or, when the
    /// factory opens, <c>MaxBufferSize</c> does not fit <c>MaxReceivedMessageSize</c>.</exception>
    /// <exception cref="InvalidOperationException">There is no address; the contract has callbacks (use
    /// <see cref="DuplexChannelFactory{TChannel}"/>); or, when the factory opens, contract and binding do not
    /// fit.</exception>
    /// <exception cref="NotSupportedException">When the factory opens: the binding or the contract asks for what is not
    /// supported here, such as security other than None.</exception>
    /// <exception cref="ObjectDisposedException">The factory was closed.</exception>
    public TChannel CreateChannel(EndpointAddress address, Uri via) =>
        Make(address ?? throw new ArgumentNullException(nameof(address)), via);

    private TChannel Make(EndpointAddress? address, Uri? via)
    {
        CheckCallbacks();
        return ServiceProxy.Create<TChannel>(MakeChannel(address, via, Callback, closeFactory: false));
    }

    private void CheckCallbacks()
    {
        if (Endpoint.Contract.CallbackContractType is { } callback && Callback is null)
        {
            throw new InvalidOperationException(
                $"The contract {typeof(TChannel)} calls back by {callback}; use DuplexChannelFactory.");
        }
    }
}
