#nullable disable

using System;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

public interface IStateProviderReplica2 : IStateProviderReplica
{
    Func<CancellationToken, Task> OnRestoreCompletedAsync { set; }
}
