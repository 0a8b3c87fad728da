#nullable disable

using System.Threading;
using System.Threading.Tasks;

namespace System.Fabric;

public interface IStatefulServiceFactory
{
    IStatefulServiceReplica CreateReplica(
        string serviceTypeName, Uri serviceName, byte[] initializationData, Guid partitionId, long replicaId);
}

public interface IStatefulServiceReplica
{
    Task CloseAsync(CancellationToken cancellationToken);

    Task<IReplicator> OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken);

    Task<string> ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken);

    void Abort();

    void Initialize(StatefulServiceInitializationParameters initializationParameters);
}

public interface IStatelessServiceFactory
{
    IStatelessServiceInstance CreateInstance(
        string serviceTypeName, Uri serviceName, byte[] initializationData, Guid partitionId, long instanceId);
}

public interface IStatelessServiceInstance
{
    Task CloseAsync(CancellationToken cancellationToken);

    Task<string> OpenAsync(IStatelessServicePartition partition, CancellationToken cancellationToken);

    void Abort();

    void Initialize(StatelessServiceInitializationParameters initializationParameters);
}

public enum ReplicaOpenMode
{
    Invalid = 0,
    New = 1,
    Existing = 2,
}

public enum ReplicaRole
{
    Unknown = 0,
    None = 1,
    Primary = 2,
    IdleSecondary = 3,
    ActiveSecondary = 4,
}

public enum ReplicaStatus
{
    Invalid = 0,
    Down = 1,
    Up = 2,
}
