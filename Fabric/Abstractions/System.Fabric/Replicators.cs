#nullable disable

using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace System.Fabric;

/// <summary>
/// Replicates the state of one replica. The runtime makes it, and calls its members; a service only passes
/// it on.
/// </summary>
/// <remarks>
/// Service Fabric lets a service bring a replicator of its own. Here there is the one of the reliable state only.
/// </remarks>
public interface IReplicator : IPrimaryReplicator
{
    /// <summary>
    /// Takes a role under an epoch. When the task ends, the replica has accepted the epoch durably. The role
    /// <see cref="ReplicaRole.None"/> deletes its data.
    /// </summary>
    /// <param name="epoch">The epoch; not older than the one accepted before.</param>
    /// <param name="role">The new role.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <returns>A task that ends when the role is taken.</returns>
    /// <exception cref="ArgumentException">The replica has accepted a newer epoch.</exception>
    Task ChangeRoleAsync(Epoch epoch, ReplicaRole role, CancellationToken cancellationToken);

    /// <summary>
    /// Closes the replicator. What is in the log stays; commits that wait for their quorum end with an unknown outcome.
    /// </summary>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <returns>A task that ends when the work of the replica has ended.</returns>
    Task CloseAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Accepts an epoch durably, without a change of role: primaries of older epochs are refused from then on, this one
    /// too if it is one of them.
    /// </summary>
    /// <param name="epoch">The epoch; not older than the one accepted before.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <returns>A task that ends when the epoch, and all that was received before, is on the disk.</returns>
    /// <exception cref="ArgumentException">The replica has accepted a newer epoch.</exception>
    Task UpdateEpochAsync(Epoch epoch, CancellationToken cancellationToken);

    /// <summary>Opens the replicator and recovers the state of the replica.</summary>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <returns>The address at which other replicas reach this one.</returns>
    Task<string> OpenAsync(CancellationToken cancellationToken);

    /// <summary>Gets the first LSN that the log of the replica still holds.</summary>
    /// <returns>The LSN; 0 before the replicator is open.</returns>
    long GetCatchUpCapability();

    /// <summary>Gets the last LSN that counts in an election: what this replica holds on its disk.</summary>
    /// <returns>The LSN; 0 if the log is empty.</returns>
    long GetCurrentProgress();

    /// <summary>Closes the replicator without waiting. A second call does nothing.</summary>
    void Abort();
}

/// <summary>Defines what the runtime asks of the replicator of a primary.</summary>
public interface IPrimaryReplicator
{
    /// <summary>
    /// Makes a replica hold everything that this primary has committed, by the rest of the log or by a full copy.
    /// </summary>
    /// <remarks>The replica counts for no quorum until a configuration names it.</remarks>
    /// <param name="replicaInfo">The replica; its id and address are used.</param>
    /// <param name="cancellationToken">Ends the build, and the connection to the replica.</param>
    /// <returns>A task that ends when the replica has caught up.</returns>
    /// <exception cref="FabricNotPrimaryException">This replica is not the primary, or lost its role
    /// meanwhile.</exception>
    Task BuildReplicaAsync(ReplicaInformation replicaInfo, CancellationToken cancellationToken);

    /// <summary>Waits until everything that was appended before the call is on the disks of a quorum.</summary>
    /// <param name="quorumMode">Whether a write quorum suffices or every replica of the configuration is
    /// needed.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>A task that ends when they have caught up.</returns>
    /// <exception cref="FabricNotPrimaryException">This replica is not the primary, or lost its role
    /// meanwhile.</exception>
    Task WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode quorumMode, CancellationToken cancellationToken);

    /// <summary>
    /// Tells the state, on a new primary before anybody reads or writes, that acknowledged writes may have been lost.
    /// </summary>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <returns>True if the state was replaced by a backup.</returns>
    Task<bool> OnDataLossAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Ends the connection to a replica. Nothing happens if a configuration names it or it is not known.
    /// </summary>
    /// <param name="replicaId">The id of the replica.</param>
    void RemoveReplica(long replicaId);

    /// <summary>
    /// Sets the configuration and the one that is being left. From then on a write needs a quorum of both.
    /// </summary>
    /// <param name="currentConfiguration">The new one.</param>
    /// <param name="previousConfiguration">The one that is being left.</param>
    /// <exception cref="FabricNotPrimaryException">This replica is not the primary.</exception>
    void UpdateCatchUpReplicaSetConfiguration(
        ReplicaSetConfiguration currentConfiguration, ReplicaSetConfiguration previousConfiguration);

    /// <summary>Sets the configuration. From then on a write needs a quorum of it alone.</summary>
    /// <param name="currentConfiguration">The configuration.</param>
    /// <exception cref="FabricNotPrimaryException">This replica is not the primary.</exception>
    void UpdateCurrentReplicaSetConfiguration(ReplicaSetConfiguration currentConfiguration);
}

/// <summary>
/// Marks a replicator of Service Fabric that can wait for named replicas. The replicator here does not implement it.
/// </summary>
public interface IReplicatorCatchupSpecificQuorum
{
}

/// <summary>The replicas of a partition that count, as its primary is told of them.</summary>
public class ReplicaSetConfiguration
{
    /// <summary>Gets the secondaries. The primary is not among them, but counts in the quorum.</summary>
    public IList<ReplicaInformation> Replicas { get; internal set; } = new List<ReplicaInformation>();

    /// <summary>
    /// Gets how many replicas, the primary included, must have flushed a record before it is committed.
    /// </summary>
    /// <value>0 stands for a majority.</value>
    public long WriteQuorum { get; internal set; }
}

/// <summary>Specifies how many replicas must have caught up.</summary>
public enum ReplicaSetQuorumMode
{
    /// <summary>Not set.</summary>
    Invalid = 0,
    /// <summary>A write quorum of the configuration.</summary>
    WriteQuorum = 1,
    /// <summary>All replicas of the configuration.</summary>
    QuorumAll = 2,
}

/// <summary>A secondary, as the primary is told of it.</summary>
public sealed class ReplicaInformation
{
    /// <summary>Gets the role of the replica.</summary>
    public ReplicaRole Role { get; internal set; }

    /// <summary>Gets whether the replica is up.</summary>
    public ReplicaStatus Status { get; internal set; }

    /// <summary>
    /// Gets a value indicating whether the replica is to be the next primary and must have caught up.
    /// </summary>
    public bool MustCatchup { get; internal set; }

    /// <summary>Gets the first LSN that the log of the replica holds.</summary>
    /// <value>-1: the runtime does not tell it.</value>
    public long CatchUpCapability { get; internal set; }

    /// <summary>Gets the last LSN of the replica.</summary>
    /// <value>-1: the runtime does not tell it.</value>
    public long CurrentProgress { get; internal set; }

    /// <summary>Gets the id of the replica.</summary>
    public long Id { get; internal set; }

    /// <summary>Gets the address of its replicator.</summary>
    public string ReplicatorAddress { get; internal set; }
}
