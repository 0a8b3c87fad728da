#nullable disable

using System.Fabric;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Wcf.Client;

/// <summary>One channel to one replica or instance.</summary>
public class WcfCommunicationClient<TServiceContract> : ICommunicationClient
    where TServiceContract : class
{
    internal WcfCommunicationClient(TServiceContract channel) => Channel = channel;

    public TServiceContract Channel { get; }

    public ResolvedServiceEndpoint Endpoint { get; set; }

    public string ListenerName { get; set; }

    public ResolvedServicePartition ResolvedServicePartition { get; set; }
}
