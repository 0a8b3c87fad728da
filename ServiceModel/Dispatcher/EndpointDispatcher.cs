namespace System.ServiceModel.Dispatcher;

/// <summary>One endpoint of a host while it opens.</summary>
public class EndpointDispatcher
{
    internal EndpointDispatcher(ChannelDispatcher channel, EndpointAddress address, string contract, string ns)
    {
        ChannelDispatcher = channel;
        EndpointAddress = address;
        ContractName = contract;
        ContractNamespace = ns;
    }

    public ChannelDispatcher ChannelDispatcher { get; }

    public string ContractName { get; }

    public string ContractNamespace { get; }

    public EndpointAddress EndpointAddress { get; }
}
