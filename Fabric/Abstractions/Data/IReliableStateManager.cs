#nullable disable

using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Notifications;

namespace Microsoft.ServiceFabric.Data;

public interface IReliableState
{
    Uri Name { get; }
}

public interface IReliableStateManager : IAsyncEnumerable<IReliableState>
{
    ITransaction CreateTransaction();

    Task RemoveAsync(ITransaction tx, Uri name);

    Task RemoveAsync(ITransaction tx, Uri name, TimeSpan timeout);

    Task RemoveAsync(ITransaction tx, string name);

    Task RemoveAsync(ITransaction tx, string name, TimeSpan timeout);

    Task RemoveAsync(Uri name);

    Task RemoveAsync(Uri name, TimeSpan timeout);

    Task RemoveAsync(string name);

    Task RemoveAsync(string name, TimeSpan timeout);

    Task<ConditionalValue<T>> TryGetAsync<T>(Uri name) where T : IReliableState;

    Task<ConditionalValue<T>> TryGetAsync<T>(string name) where T : IReliableState;

    Task<T> GetOrAddAsync<T>(ITransaction tx, Uri name) where T : IReliableState;

    Task<T> GetOrAddAsync<T>(ITransaction tx, Uri name, TimeSpan timeout) where T : IReliableState;

    Task<T> GetOrAddAsync<T>(ITransaction tx, string name) where T : IReliableState;

    Task<T> GetOrAddAsync<T>(ITransaction tx, string name, TimeSpan timeout) where T : IReliableState;

    Task<T> GetOrAddAsync<T>(Uri name) where T : IReliableState;

    Task<T> GetOrAddAsync<T>(Uri name, TimeSpan timeout) where T : IReliableState;

    Task<T> GetOrAddAsync<T>(string name) where T : IReliableState;

    Task<T> GetOrAddAsync<T>(string name, TimeSpan timeout) where T : IReliableState;

    bool TryAddStateSerializer<T>(IStateSerializer<T> stateSerializer);

    event EventHandler<NotifyStateManagerChangedEventArgs> StateManagerChanged;

    event EventHandler<NotifyTransactionChangedEventArgs> TransactionChanged;
}

public interface IReliableStateManagerReplica : IReliableStateManager, IStateProviderReplica
{
}

public interface IReliableStateManagerReplica2 : IReliableStateManagerReplica, IStateProviderReplica2
{
}
