#nullable disable

using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

public struct RestoreContext
{
    private readonly IStateProviderReplica _stateProviderReplica;

    public RestoreContext(IStateProviderReplica stateProviderReplica) => _stateProviderReplica = stateProviderReplica;

    public readonly Task RestoreAsync(RestoreDescription restoreDescription) =>
        RestoreAsync(restoreDescription, CancellationToken.None);

    public readonly Task RestoreAsync(RestoreDescription restoreDescription, CancellationToken cancellationToken) =>
        _stateProviderReplica.RestoreAsync(
            restoreDescription.BackupFolderPath, restoreDescription.Policy, cancellationToken);
}
