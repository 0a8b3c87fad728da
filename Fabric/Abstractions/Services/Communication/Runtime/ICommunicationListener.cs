#nullable disable

using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Communication.Runtime;

public interface ICommunicationListener
{
    Task CloseAsync(CancellationToken cancellationToken);

    Task<string> OpenAsync(CancellationToken cancellationToken);

    void Abort();
}
