#nullable disable

using System;
using System.Fabric;
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

public interface IReliableConcurrentQueue<T> : IReliableState
{
    Task EnqueueAsync(
        ITransaction tx, T value, CancellationToken cancellationToken = default, TimeSpan? timeout = null);

    Task<ConditionalValue<T>> TryDequeueAsync(
        ITransaction tx, CancellationToken cancellationToken = default, TimeSpan? timeout = null);

    long Count { get; }
}

public class QueueFullException : FabricTransientException
{
    public QueueFullException()
        : base()
    {
    }

    public QueueFullException(string msg)
        : base(msg)
    {
    }

    public QueueFullException(string msg, Exception innerException)
        : base(msg, innerException)
    {
    }
}
