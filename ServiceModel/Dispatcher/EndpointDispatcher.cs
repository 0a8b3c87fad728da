using System.ServiceModel.Description;

namespace System.ServiceModel.Dispatcher;

/// <summary>One endpoint of a host while it opens.</summary>
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

    public ChannelDispatcher ChannelDispatcher { get; }

    public string ContractName { get; }

    public string ContractNamespace { get; }

    public DispatchRuntime DispatchRuntime { get; }

    public EndpointAddress EndpointAddress { get; }
}
