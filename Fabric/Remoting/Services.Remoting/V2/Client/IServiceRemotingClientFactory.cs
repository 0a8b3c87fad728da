using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Client;

namespace Microsoft.ServiceFabric.Services.Remoting.V2.Client;

/// <summary>
/// Provides the clients that send a proxy's calls to its partition, and judges what failed. One of a program's own may
/// stand before a <see cref="FabricTransport.Client.FabricTransportServiceRemotingClientFactory"/>, or in its place.
/// </summary>
/// <remarks>Many threads call it at once.</remarks>
public interface IServiceRemotingClientFactory : ICommunicationClientFactory<IServiceRemotingClient>
{
    /// <summary>Gets what makes the bodies of the calls' messages. Called for each call of a proxy.</summary>
    /// <returns>A factory.</returns>
    IServiceRemotingMessageBodyFactory GetRemotingMessageBodyFactory();
}

/// <summary>Sends calls to one partition. Many threads call it at once.</summary>
public interface IServiceRemotingClient : ICommunicationClient
{
    /// <summary>Sends a call and waits for its answer.</summary>
    /// <param name="requestRequestMessage">The call. A client that stands before another one may add headers to
    /// it.</param>
    /// <returns>The answer. What the task fails with goes to the client factory, which decides whether the call is
    /// repeated.</returns>
    Task<IServiceRemotingResponseMessage> RequestResponseAsync(IServiceRemotingRequestMessage requestRequestMessage);

    /// <summary>
    /// Sends what has no answer. Proxies never do, and the runtime's own client refuses it with a
    /// NotSupportedException.
    /// </summary>
    /// <param name="requestMessage">The message.</param>
    void SendOneWay(IServiceRemotingRequestMessage requestMessage);
}

/// <summary>
/// Sends the calls of a proxy to its partition through a client factory, and repeats those that failed.
/// </summary>
public interface IServiceRemotingPartitionClient : IServicePartitionClient<IServiceRemotingClient>
{
}

/// <summary>
/// Takes what a service sends by itself. Service Fabric gives one to the maker of a client factory; here that is always
/// null, since events of actors reach their subscribers by another way.
/// </summary>
public interface IServiceRemotingCallbackMessageHandler
{
    /// <summary>Takes a message. The runtime here never calls it.</summary>
    /// <param name="requestMessage">The message.</param>
    void HandleOneWayMessage(IServiceRemotingRequestMessage requestMessage);
}
