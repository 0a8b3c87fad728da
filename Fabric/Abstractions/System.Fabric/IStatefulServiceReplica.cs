#nullable disable

using System.Threading;
using System.Threading.Tasks;

namespace System.Fabric;

public interface IStatefulServiceReplica
{
    Task CloseAsync(CancellationToken cancellationToken);

    Task<IReplicator> OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken);

    Task<string> ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken);

    void Abort();

    void Initialize(StatefulServiceInitializationParameters initializationParameters);
}
