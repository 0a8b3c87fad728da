using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting.Runtime;

/// <summary>
/// Represents a communication listener through which a service is called by service remoting. It has no members of its
/// own.
/// </summary>
public interface IServiceRemotingListener : ICommunicationListener
{
}
