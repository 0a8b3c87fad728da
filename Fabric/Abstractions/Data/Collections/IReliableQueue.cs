#nullable disable

using System;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data.Collections;

public interface IReliableQueue<T> : IReliableCollection<T>
{
    Task EnqueueAsync(ITransaction tx, T item);

    Task EnqueueAsync(ITransaction tx, T item, TimeSpan timeout, CancellationToken cancellationToken);

    Task<ConditionalValue<T>> TryDequeueAsync(ITransaction tx);

    Task<ConditionalValue<T>> TryDequeueAsync(ITransaction tx, TimeSpan timeout, CancellationToken cancellationToken);

    Task<ConditionalValue<T>> TryPeekAsync(ITransaction tx);

    Task<ConditionalValue<T>> TryPeekAsync(ITransaction tx, LockMode lockMode);

    Task<ConditionalValue<T>> TryPeekAsync(
        ITransaction tx, LockMode lockMode, TimeSpan timeout, CancellationToken cancellationToken);

    Task<ConditionalValue<T>> TryPeekAsync(ITransaction tx, TimeSpan timeout, CancellationToken cancellationToken);

    Task<IAsyncEnumerable<T>> CreateEnumerableAsync(ITransaction tx);
}
