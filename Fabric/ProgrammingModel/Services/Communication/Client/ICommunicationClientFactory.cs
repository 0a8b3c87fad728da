#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>
/// A connection to one endpoint of a partition. The factory that made it sets the properties each time it gives the
/// client to a caller.
/// </summary>
public interface ICommunicationClient
{
    /// <summary>Gets or sets the replica or instance that the client reaches.</summary>
    ResolvedServiceEndpoint Endpoint { get; set; }

    /// <summary>Gets or sets the resolved partition in which the endpoint was found.</summary>
    ResolvedServicePartition ResolvedServicePartition { get; set; }

    /// <summary>Gets or sets the name of the listener that the client reaches; null for the first one.</summary>
    string ListenerName { get; set; }
}

/// <summary>Gives clients for the partitions of services and judges failed calls. Any thread may call it.</summary>
/// <typeparam name="TCommunicationClient">The type of the clients.</typeparam>
public interface ICommunicationClientFactory<TCommunicationClient> where TCommunicationClient : ICommunicationClient
{
    /// <summary>Tells the factory that a call failed, and asks whether it may be tried again.</summary>
    /// <param name="client">The client through which the call was made.</param>
    /// <param name="exceptionInformation">What the call failed with.</param>
    /// <param name="retrySettings">How often and how fast calls are tried again.</param>
    /// <param name="cancellationToken">Ends the wait for the answer.</param>
    /// <returns>Whether to try again, when, and whether to get another client before.</returns>
    Task<OperationRetryControl> ReportOperationExceptionAsync(
        TCommunicationClient client,
        ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken);

    /// <summary>
    /// Gets a client for a partition whose address is known and has failed. The partition is resolved again.
    /// </summary>
    /// <param name="previousRsp">What was resolved before. The naming service is asked for something newer.</param>
    /// <param name="targetReplicaSelector">Which replica is meant.</param>
    /// <param name="listenerName">The name of the listener; null for the first one.</param>
    /// <param name="retrySettings">How often and how fast a connection is tried.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>A client that is ready for calls.</returns>
    Task<TCommunicationClient> GetClientAsync(
        ResolvedServicePartition previousRsp,
        TargetReplicaSelector targetReplicaSelector,
        string listenerName,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken);

    /// <summary>Gets a client for the partition that holds a key.</summary>
    /// <param name="serviceUri">The name of the service, as <c>fabric:/application/service</c>.</param>
    /// <param name="partitionKey">The key; null for a singleton partition.</param>
    /// <param name="targetReplicaSelector">Which replica is meant.</param>
    /// <param name="listenerName">The name of the listener; null for the first one.</param>
    /// <param name="retrySettings">How often and how fast a connection is tried.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>A client that is ready for calls.</returns>
    Task<TCommunicationClient> GetClientAsync(
        Uri serviceUri,
        ServicePartitionKey partitionKey,
        TargetReplicaSelector targetReplicaSelector,
        string listenerName,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken);

    /// <summary>Raised when a new client has connected.</summary>
    event EventHandler<CommunicationClientEventArgs<TCommunicationClient>> ClientConnected;

    /// <summary>Raised when a client has been given up because it does not work any more.</summary>
    event EventHandler<CommunicationClientEventArgs<TCommunicationClient>> ClientDisconnected;
}

/// <summary>Names the client that an event is about.</summary>
/// <typeparam name="TCommunicationClient">The type of the client.</typeparam>
public class CommunicationClientEventArgs<TCommunicationClient> : EventArgs
    where TCommunicationClient : ICommunicationClient
{
    /// <summary>Gets or sets the client.</summary>
    public TCommunicationClient Client { get; set; }
}
