namespace Microsoft.ServiceFabric.Services.Remoting.V2.Client;

/// <summary>
/// Where a proxy's calls go. The one implementation is
/// <see cref="FabricTransport.Client.FabricTransportServiceRemotingClientFactory"/>: the interface's members, which
/// handle single messages, are not there.
/// </summary>
public interface IServiceRemotingClientFactory
{
}

/// <summary>Names what Service Fabric gives to the maker of a client factory; here that is always null.</summary>
public interface IServiceRemotingCallbackMessageHandler
{
}
