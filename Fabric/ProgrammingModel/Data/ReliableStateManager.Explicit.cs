#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

public partial class ReliableStateManager
{
    ITransaction IReliableStateManager.CreateTransaction() => _inner.CreateTransaction();

    Task IReliableStateManager.RemoveAsync(ITransaction tx, Uri name) => _inner.RemoveAsync(tx, name);

    Task IReliableStateManager.RemoveAsync(ITransaction tx, Uri name, TimeSpan timeout) =>
        _inner.RemoveAsync(tx, name, timeout);

    Task IReliableStateManager.RemoveAsync(ITransaction tx, string name) => _inner.RemoveAsync(tx, name);

    Task IReliableStateManager.RemoveAsync(ITransaction tx, string name, TimeSpan timeout) =>
        _inner.RemoveAsync(tx, name, timeout);

    Task IReliableStateManager.RemoveAsync(Uri name) => _inner.RemoveAsync(name);

    Task IReliableStateManager.RemoveAsync(Uri name, TimeSpan timeout) => _inner.RemoveAsync(name, timeout);

    Task IReliableStateManager.RemoveAsync(string name) => _inner.RemoveAsync(name);

    Task IReliableStateManager.RemoveAsync(string name, TimeSpan timeout) => _inner.RemoveAsync(name, timeout);

    Task<ConditionalValue<T>> IReliableStateManager.TryGetAsync<T>(Uri name) => _inner.TryGetAsync<T>(name);

    Task<ConditionalValue<T>> IReliableStateManager.TryGetAsync<T>(string name) => _inner.TryGetAsync<T>(name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(ITransaction tx, Uri name) => _inner.GetOrAddAsync<T>(tx, name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(ITransaction tx, Uri name, TimeSpan timeout) =>
        _inner.GetOrAddAsync<T>(tx, name, timeout);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(ITransaction tx, string name) => _inner.GetOrAddAsync<T>(tx, name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(ITransaction tx, string name, TimeSpan timeout) =>
        _inner.GetOrAddAsync<T>(tx, name, timeout);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(Uri name) => _inner.GetOrAddAsync<T>(name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(Uri name, TimeSpan timeout) =>
        _inner.GetOrAddAsync<T>(name, timeout);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(string name) => _inner.GetOrAddAsync<T>(name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(string name, TimeSpan timeout) =>
        _inner.GetOrAddAsync<T>(name, timeout);

    bool IReliableStateManager.TryAddStateSerializer<T>(IStateSerializer<T> stateSerializer) =>
        _inner.TryAddStateSerializer<T>(stateSerializer);

    Task IStateProviderReplica.ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken) =>
        _inner.ChangeRoleAsync(newRole, cancellationToken);

    Task IStateProviderReplica.CloseAsync(CancellationToken cancellationToken) => _inner.CloseAsync(cancellationToken);

    Task<IReplicator> IStateProviderReplica.OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken) =>
        _inner.OpenAsync(openMode, partition, cancellationToken);

    void IStateProviderReplica.Abort() => _inner.Abort();

    void IStateProviderReplica.Initialize(StatefulServiceInitializationParameters initializationParameters) =>
        _inner.Initialize(initializationParameters);
}
