#nullable disable

using System;
using System.Fabric;
using Microsoft.ServiceFabric.Services.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public interface IServicePartitionClient<TCommunicationClient> where TCommunicationClient : ICommunicationClient
{
    ServicePartitionKey PartitionKey { get; }

    ICommunicationClientFactory<TCommunicationClient> Factory { get; }

    TargetReplicaSelector TargetReplicaSelector { get; }

    Uri ServiceUri { get; }

    bool TryGetLastResolvedServicePartition(out ResolvedServicePartition resolvedServicePartition);

    string ListenerName { get; }
}
