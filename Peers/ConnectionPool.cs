using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Peers;

/// <summary>Connections that take one operation at a time. Whoever rents one gives it back, or disposes of it when its
/// operation failed: what the server still answers on it would be taken for the next one's answer.</summary>
internal sealed class ConnectionPool<T>(Func<CancellationToken, Task<T>> open) : IAsyncDisposable
    where T : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Stack<T> _idle = new();
    private bool _closed;

    /// <summary>Opens connections ahead of their first use.</summary>
    internal async Task FillAsync(int count, CancellationToken token)
    {
        for (var i = 0; i < count; i++)
            await ReturnAsync(await open(token).ConfigureAwait(false)).ConfigureAwait(false);
    }

    internal ValueTask<T> RentAsync(CancellationToken token)
    {
        lock (_gate)
        {
            if (_idle.TryPop(out var connection))
                return new(connection);
        }

        return new(open(token));
    }

    internal ValueTask ReturnAsync(T connection)
    {
        lock (_gate)
        {
            if (!_closed)
            {
                _idle.Push(connection);
                return default;
            }
        }

        return connection.DisposeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        T[] idle;
        lock (_gate)
        {
            _closed = true;
            idle = [.. _idle];
            _idle.Clear();
        }
        foreach (var connection in idle)
            await connection.DisposeAsync().ConfigureAwait(false);
    }
}
