using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.Client;

/// <summary>
/// Where a proxy's calls go: it gives the client that sends a call to its partition, and judges what failed. One of
/// a program's own may stand before a
/// <see cref="FabricTransport.Client.FabricTransportServiceRemotingClientFactory"/>, or in its place.
/// </summary>
public interface IServiceRemotingClientFactory : ICommunicationClientFactory<IServiceRemotingClient>
{
    IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory();
}

/// <summary>Sends calls to one partition.</summary>
public interface IServiceRemotingClient : ICommunicationClient
{
    Task<IServiceRemotingResponseMessage> RequestResponseAsync(IServiceRemotingRequestMessage requestRequestMessage);

    /// <summary>Sends what has no answer. Proxies never do.</summary>
    void SendOneWay(IServiceRemotingRequestMessage requestMessage);
}

/// <summary>Names the calls of a proxy to its partition.</summary>
public interface IServiceRemotingPartitionClient : IServicePartitionClient<IServiceRemotingClient>
{
}

/// <summary>Takes what a service sends by itself. What Service Fabric gives to the maker of a client factory; here that
/// is always null, since events of actors reach their subscribers by another way.</summary>
public interface IServiceRemotingCallbackMessageHandler
{
    void HandleOneWayMessage(IServiceRemotingRequestMessage requestMessage);
}
