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

public enum TargetReplicaSelector
{
    Default = 0,
    PrimaryReplica = 0,
    RandomInstance = 0,
    RandomReplica = 1,
    RandomSecondaryReplica = 2,
}
