using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using SfPerf.ServiceModel.Client;

namespace System.ServiceModel;

/// <summary>Makes channels of one contract.</summary>
public class ChannelFactory<TChannel> : ChannelFactory
{
    public ChannelFactory(Binding binding)
        : this(binding, (EndpointAddress)null!)
    {
    }

    public ChannelFactory(Binding binding, string remoteAddress)
        : this(binding, new EndpointAddress(remoteAddress))
    {
    }

    public ChannelFactory(Binding binding, EndpointAddress remoteAddress)
        : this(new ServiceEndpoint(
            ContractDescription.GetContract(typeof(TChannel)),
            binding ?? throw new ArgumentNullException(nameof(binding)),
            remoteAddress))
    {
    }

    public ChannelFactory(ServiceEndpoint endpoint)
        : base(endpoint ?? throw new ArgumentNullException(nameof(endpoint)))
    {
    }

    private protected virtual InstanceContext? Callback => null;

    /// <summary>Makes a channel and a factory closed with it. Keep a factory instead to keep connections.</summary>
    public static TChannel CreateChannel(Binding binding, EndpointAddress endpointAddress)
    {
        var factory = new ChannelFactory<TChannel>(binding, endpointAddress);
        return ServiceProxy.Create<TChannel>(factory.MakeChannel(null, null, null, closeFactory: true));
    }

    public TChannel CreateChannel() => Make(null, null);

    public TChannel CreateChannel(EndpointAddress address) =>
        Make(address ?? throw new ArgumentNullException(nameof(address)), null);

    public TChannel CreateChannel(EndpointAddress address, Uri via) =>
        Make(address ?? throw new ArgumentNullException(nameof(address)), via);

    private TChannel Make(EndpointAddress? address, Uri? via)
    {
        if (Endpoint.Contract.CallbackContractType is { } callback && Callback is null)
        {
            throw new InvalidOperationException(
                $"The contract {typeof(TChannel)} calls back by {callback}; use DuplexChannelFactory.");
        }

        return ServiceProxy.Create<TChannel>(MakeChannel(address, via, Callback, closeFactory: false));
    }
}
