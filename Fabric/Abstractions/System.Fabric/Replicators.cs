#nullable disable

using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace System.Fabric;

public interface IReplicator : IPrimaryReplicator
{
    Task ChangeRoleAsync(Epoch epoch, ReplicaRole role, CancellationToken cancellationToken);

    Task CloseAsync(CancellationToken cancellationToken);

    Task UpdateEpochAsync(Epoch epoch, CancellationToken cancellationToken);

    Task<string> OpenAsync(CancellationToken cancellationToken);

    long GetCatchUpCapability();

    long GetCurrentProgress();

    void Abort();
}

public interface IPrimaryReplicator
{
    Task BuildReplicaAsync(ReplicaInformation replicaInfo, CancellationToken cancellationToken);

    Task WaitForCatchUpQuorumAsync(ReplicaSetQuorumMode quorumMode, CancellationToken cancellationToken);

    Task<bool> OnDataLossAsync(CancellationToken cancellationToken);

    void RemoveReplica(long replicaId);

    void UpdateCatchUpReplicaSetConfiguration(
        ReplicaSetConfiguration currentConfiguration, ReplicaSetConfiguration previousConfiguration);

    void UpdateCurrentReplicaSetConfiguration(ReplicaSetConfiguration currentConfiguration);
}

public interface IReplicatorCatchupSpecificQuorum
{
}

public class ReplicaSetConfiguration
{
    public IList<ReplicaInformation> Replicas { get; internal set; } = new List<ReplicaInformation>();

    public long WriteQuorum { get; internal set; }
}

public enum ReplicaSetQuorumMode
{
    Invalid = 0,
    WriteQuorum = 1,
    QuorumAll = 2,
}

public sealed class ReplicaInformation
{
    public ReplicaRole Role { get; internal set; }

    public ReplicaStatus Status { get; internal set; }

    public bool MustCatchup { get; internal set; }

    public long CatchUpCapability { get; internal set; }

    public long CurrentProgress { get; internal set; }

    public long Id { get; internal set; }

    public string ReplicatorAddress { get; internal set; }
}
