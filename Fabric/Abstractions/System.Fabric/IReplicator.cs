#nullable disable

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
