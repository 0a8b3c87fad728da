#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public interface ICommunicationClient
{
    ResolvedServiceEndpoint Endpoint { get; set; }

    ResolvedServicePartition ResolvedServicePartition { get; set; }

    string ListenerName { get; set; }
}

public interface ICommunicationClientFactory<TCommunicationClient> where TCommunicationClient : ICommunicationClient
{
    Task<OperationRetryControl> ReportOperationExceptionAsync(
        TCommunicationClient client,
        ExceptionInformation exceptionInformation,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken);

    Task<TCommunicationClient> GetClientAsync(
        ResolvedServicePartition previousRsp,
        TargetReplicaSelector targetReplicaSelector,
        string listenerName,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken);

    Task<TCommunicationClient> GetClientAsync(
        Uri serviceUri,
        ServicePartitionKey partitionKey,
        TargetReplicaSelector targetReplicaSelector,
        string listenerName,
        OperationRetrySettings retrySettings,
        CancellationToken cancellationToken);

    event EventHandler<CommunicationClientEventArgs<TCommunicationClient>> ClientConnected;

    event EventHandler<CommunicationClientEventArgs<TCommunicationClient>> ClientDisconnected;
}

public class CommunicationClientEventArgs<TCommunicationClient> : EventArgs
    where TCommunicationClient : ICommunicationClient
{
    public TCommunicationClient Client { get; set; }
}
