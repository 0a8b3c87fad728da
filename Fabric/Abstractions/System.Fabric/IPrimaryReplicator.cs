#nullable disable

using System.Threading;
using System.Threading.Tasks;

namespace System.Fabric;

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
