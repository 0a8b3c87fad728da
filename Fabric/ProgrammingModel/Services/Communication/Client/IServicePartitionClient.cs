#nullable disable

using System;
using System.Fabric;
using Microsoft.ServiceFabric.Services.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>Tells which partition a client calls, and through which factory.</summary>
/// <typeparam name="TCommunicationClient">The type of the factory's clients.</typeparam>
public interface IServicePartitionClient<TCommunicationClient> where TCommunicationClient : ICommunicationClient
{
    /// <summary>Gets the key by which the partition is found.</summary>
    ServicePartitionKey PartitionKey { get; }

    /// <summary>Gets the factory of the connections.</summary>
    ICommunicationClientFactory<TCommunicationClient> Factory { get; }

    /// <summary>Gets which replica of the partition is called.</summary>
    TargetReplicaSelector TargetReplicaSelector { get; }

    /// <summary>Gets the name of the service, as <c>fabric:/application/service</c>.</summary>
    Uri ServiceUri { get; }

    /// <summary>Gets what the partition was resolved to last.</summary>
    /// <param name="resolvedServicePartition">The resolved partition; null where the method returns false.</param>
    /// <returns>False as long as the partition has not been resolved.</returns>
    bool TryGetLastResolvedServicePartition(out ResolvedServicePartition resolvedServicePartition);

    /// <summary>Gets the name of the listener that is called; null for the first one.</summary>
    string ListenerName { get; }
}

/// <summary>Says which replica or instance of a partition is called.</summary>
public enum TargetReplicaSelector
{
    /// <summary>The primary of a stateful service, or any instance of a stateless one.</summary>
    Default = 0,
    /// <summary>The primary of a stateful service. Has the same value as <see cref="Default"/>.</summary>
    PrimaryReplica = 0,
    /// <summary>Any instance of a stateless service. Has the same value as <see cref="Default"/>.</summary>
    RandomInstance = 0,
    /// <summary>
    /// Any replica of a stateful service that has an endpoint, chosen at random for each connection. Stateless services
    /// have no such replica.
    /// </summary>
    RandomReplica = 1,
    /// <summary>
    /// Any active secondary of a stateful service, chosen at random for each connection. Its listener must have
    /// <c>ListenOnSecondary</c>.
    /// </summary>
    RandomSecondaryReplica = 2,
}
