using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.ReliableState.States;

/// <summary>Walks over a list that never changes.</summary>
internal sealed class ListEnumerator<T>(IReadOnlyList<T> items) : Microsoft.ServiceFabric.Data.IAsyncEnumerator<T>
{
    private int _at = -1;

    public T Current => items[_at];

    public Task<bool> MoveNextAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return Task.FromCanceled<bool>(cancellationToken);
        if (_at < items.Count)
            _at++;
        return Task.FromResult(_at < items.Count);
    }

    public void Reset() => _at = -1;

    public void Dispose()
    {
    }
}
