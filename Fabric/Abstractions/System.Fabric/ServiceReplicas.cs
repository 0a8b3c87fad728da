#nullable disable

using System.Threading;
using System.Threading.Tasks;

namespace System.Fabric;

/// <summary>Makes the replicas of a stateful service type.</summary>
public interface IStatefulServiceFactory
{
    /// <summary>
    /// Makes the object of a replica that is about to be opened. Called for several replicas at once.
    /// </summary>
    /// <param name="serviceTypeName">The name of the service type.</param>
    /// <param name="serviceName">The name of the service.</param>
    /// <param name="initializationData">What the service was created with; empty where nothing was given.</param>
    /// <param name="partitionId">The id of the partition.</param>
    /// <param name="replicaId">The id of the replica.</param>
    /// <returns>A new object, which serves one opening of the replica.</returns>
    IStatefulServiceReplica CreateReplica(
        string serviceTypeName, Uri serviceName, byte[] initializationData, Guid partitionId, long replicaId);
}

/// <summary>A replica as the runtime drives it. <c>StatefulServiceBase</c> implements it for services.</summary>
/// <remarks>
/// The runtime calls <see cref="Initialize"/>, <see cref="OpenAsync"/>, <see cref="ChangeRoleAsync"/> any number of
/// times, and <see cref="CloseAsync"/>, one after the other. <see cref="Abort"/> may come while another method runs. A
/// method that fails makes the runtime abort the replica and open it again, with a new object, after a pause.
/// </remarks>
public interface IStatefulServiceReplica
{
    /// <summary>Closes the replica in order, before its replicator is closed.</summary>
    /// <param name="cancellationToken">Cancelled when the replica is aborted.</param>
    /// <returns>A task that the runtime waits for.</returns>
    Task CloseAsync(CancellationToken cancellationToken);

    /// <summary>Opens the replica. Its role comes later.</summary>
    /// <param name="openMode"><c>New</c> for a replica that has no state yet, <c>Existing</c> for one that had been
    /// open before.</param>
    /// <param name="partition">The partition, for status and reports.</param>
    /// <param name="cancellationToken">Cancelled when the replica is aborted.</param>
    /// <returns>The replicator of the state, which the runtime opens next.</returns>
    Task<IReplicator> OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken);

    /// <summary>Gives the replica a role. Its replicator has the role already.</summary>
    /// <param name="newRole">The new role; <c>None</c> when the replica is about to be removed with its state.</param>
    /// <param name="cancellationToken">Cancelled when the replica is aborted.</param>
    /// <returns>The address that clients find by resolving the partition; null counts as empty.</returns>
    Task<string> ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken);

    /// <summary>Gives the replica up without waiting. Called on a thread of the pool; an exception is logged.</summary>
    void Abort();

    /// <summary>Tells the replica what it belongs to. Called once, first of all.</summary>
    /// <param name="initializationParameters">The service, the partition and the replica.</param>
    void Initialize(StatefulServiceInitializationParameters initializationParameters);
}

/// <summary>Makes the instances of a stateless service type.</summary>
public interface IStatelessServiceFactory
{
    /// <summary>
    /// Makes the object of an instance that is about to be opened. Called for several instances at once.
    /// </summary>
    /// <param name="serviceTypeName">The name of the service type.</param>
    /// <param name="serviceName">The name of the service.</param>
    /// <param name="initializationData">What the service was created with; empty where nothing was given.</param>
    /// <param name="partitionId">The id of the partition.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <returns>A new object, which serves one opening of the instance.</returns>
    IStatelessServiceInstance CreateInstance(
        string serviceTypeName, Uri serviceName, byte[] initializationData, Guid partitionId, long instanceId);
}

/// <summary>An instance as the runtime drives it. <c>StatelessService</c> implements it for services.</summary>
/// <remarks>
/// The runtime calls <see cref="Initialize"/>, <see cref="OpenAsync"/> and <see cref="CloseAsync"/>, one after the
/// other. <see cref="Abort"/> may come while another method runs.
/// </remarks>
public interface IStatelessServiceInstance
{
    /// <summary>Closes the instance in order.</summary>
    /// <param name="cancellationToken">Cancelled when the instance is aborted.</param>
    /// <returns>A task that the runtime waits for.</returns>
    Task CloseAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Opens the instance. If it fails, the instance is aborted and opened again, with a new object, after a pause.
    /// </summary>
    /// <param name="partition">The partition, for reports.</param>
    /// <param name="cancellationToken">Cancelled when the instance is aborted.</param>
    /// <returns>The address that clients find by resolving the partition; null counts as empty.</returns>
    Task<string> OpenAsync(IStatelessServicePartition partition, CancellationToken cancellationToken);

    /// <summary>
    /// Gives the instance up without waiting. Called on a thread of the pool; an exception is logged.
    /// </summary>
    void Abort();

    /// <summary>Tells the instance what it belongs to. Called once, first of all.</summary>
    /// <param name="initializationParameters">The service, the partition and the instance.</param>
    void Initialize(StatelessServiceInitializationParameters initializationParameters);
}

/// <summary>Says whether a replica that is opened has state.</summary>
public enum ReplicaOpenMode
{
    /// <summary>No mode.</summary>
    Invalid = 0,
    /// <summary>The replica is opened for the first time and has no state.</summary>
    New = 1,
    /// <summary>The replica was open before and continues its state.</summary>
    Existing = 2,
}

/// <summary>Says what a replica is in its partition.</summary>
public enum ReplicaRole
{
    /// <summary>The replica has no role yet, or is not open.</summary>
    Unknown = 0,
    /// <summary>
    /// The replica is about to be removed with its state. Instances of stateless services have this role in queries.
    /// </summary>
    None = 1,
    /// <summary>The replica reads and writes, and sends what it writes to the others.</summary>
    Primary = 2,
    /// <summary>The replica is being built by the primary and does not count in a quorum.</summary>
    IdleSecondary = 3,
    /// <summary>The replica keeps what the primary writes and counts in a quorum.</summary>
    ActiveSecondary = 4,
}

/// <summary>Says whether a replica of a configuration is open.</summary>
public enum ReplicaStatus
{
    /// <summary>No status.</summary>
    Invalid = 0,
    /// <summary>The replica is not open.</summary>
    Down = 1,
    /// <summary>The replica is open.</summary>
    Up = 2,
}
