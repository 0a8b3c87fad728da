#nullable disable

using System;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data.Collections;

public interface IReliableConcurrentQueue<T> : IReliableState
{
    Task EnqueueAsync(
        ITransaction tx, T value, CancellationToken cancellationToken = default, TimeSpan? timeout = null);

    Task<ConditionalValue<T>> TryDequeueAsync(
        ITransaction tx, CancellationToken cancellationToken = default, TimeSpan? timeout = null);

    long Count { get; }
}
