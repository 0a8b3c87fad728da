using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace Microsoft.ServiceFabric.Services.Remoting.Runtime;

/// <summary>A communication listener whose service is called through service remoting.</summary>
public interface IServiceRemotingListener : ICommunicationListener
{
}
