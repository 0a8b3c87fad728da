using System.ServiceModel.Description;

namespace System.ServiceModel.Dispatcher;

/// <summary>
/// Represents one endpoint of a host while it opens. Message filters do not exist here; see
/// <see cref="ServiceBehaviorAttribute.AddressFilterMode"/>.
/// </summary>
public class EndpointDispatcher
{
    internal EndpointDispatcher(
        ChannelDispatcher channel, EndpointAddress address, ServiceDescription service, ContractDescription contract)
    {
        ChannelDispatcher = channel;
        EndpointAddress = address;
        ContractName = contract.Name;
        ContractNamespace = contract.Namespace;
        DispatchRuntime = new(this, service, contract);
    }

    /// <summary>Gets the dispatcher of the endpoint's listener.</summary>
    public ChannelDispatcher ChannelDispatcher { get; }

    /// <summary>Gets the contract's name on the wire.</summary>
    public string ContractName { get; }

    /// <summary>Gets the contract's namespace on the wire.</summary>
    public string ContractNamespace { get; }

    /// <summary>Gets the runtime that behaviors add inspectors to.</summary>
    public DispatchRuntime DispatchRuntime { get; }

    /// <summary>Gets the address that the endpoint listens at, with the real port.</summary>
    public EndpointAddress EndpointAddress { get; }
}
