#nullable disable

using System.Fabric;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public interface ICommunicationClient
{
    ResolvedServiceEndpoint Endpoint { get; set; }

    ResolvedServicePartition ResolvedServicePartition { get; set; }

    string ListenerName { get; set; }
}
