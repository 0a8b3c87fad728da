#nullable disable

using System;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

public interface IAsyncEnumerator<out T> : IDisposable
{
    Task<bool> MoveNextAsync(CancellationToken cancellationToken);

    T Current { get; }

    void Reset();
}
