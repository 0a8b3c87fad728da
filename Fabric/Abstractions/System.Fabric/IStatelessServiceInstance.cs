#nullable disable

using System.Threading;
using System.Threading.Tasks;

namespace System.Fabric;

public interface IStatelessServiceInstance
{
    Task CloseAsync(CancellationToken cancellationToken);

    Task<string> OpenAsync(IStatelessServicePartition partition, CancellationToken cancellationToken);

    void Abort();

    void Initialize(StatelessServiceInitializationParameters initializationParameters);
}
