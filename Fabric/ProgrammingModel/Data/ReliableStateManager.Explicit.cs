#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

public partial class ReliableStateManager
{
    ITransaction IReliableStateManager.CreateTransaction() => Inner.CreateTransaction();

    Task IReliableStateManager.RemoveAsync(ITransaction tx, Uri name) => Inner.RemoveAsync(tx, name);

    Task IReliableStateManager.RemoveAsync(ITransaction tx, Uri name, TimeSpan timeout) =>
        Inner.RemoveAsync(tx, name, timeout);

    Task IReliableStateManager.RemoveAsync(ITransaction tx, string name) => Inner.RemoveAsync(tx, name);

    Task IReliableStateManager.RemoveAsync(ITransaction tx, string name, TimeSpan timeout) =>
        Inner.RemoveAsync(tx, name, timeout);

    Task IReliableStateManager.RemoveAsync(Uri name) => Inner.RemoveAsync(name);

    Task IReliableStateManager.RemoveAsync(Uri name, TimeSpan timeout) => Inner.RemoveAsync(name, timeout);

    Task IReliableStateManager.RemoveAsync(string name) => Inner.RemoveAsync(name);

    Task IReliableStateManager.RemoveAsync(string name, TimeSpan timeout) => Inner.RemoveAsync(name, timeout);

    Task<ConditionalValue<T>> IReliableStateManager.TryGetAsync<T>(Uri name) => Inner.TryGetAsync<T>(name);

    Task<ConditionalValue<T>> IReliableStateManager.TryGetAsync<T>(string name) => Inner.TryGetAsync<T>(name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(ITransaction tx, Uri name) => Inner.GetOrAddAsync<T>(tx, name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(ITransaction tx, Uri name, TimeSpan timeout) =>
        Inner.GetOrAddAsync<T>(tx, name, timeout);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(ITransaction tx, string name) => Inner.GetOrAddAsync<T>(tx, name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(ITransaction tx, string name, TimeSpan timeout) =>
        Inner.GetOrAddAsync<T>(tx, name, timeout);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(Uri name) => Inner.GetOrAddAsync<T>(name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(Uri name, TimeSpan timeout) =>
        Inner.GetOrAddAsync<T>(name, timeout);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(string name) => Inner.GetOrAddAsync<T>(name);

    Task<T> IReliableStateManager.GetOrAddAsync<T>(string name, TimeSpan timeout) =>
        Inner.GetOrAddAsync<T>(name, timeout);

    bool IReliableStateManager.TryAddStateSerializer<T>(IStateSerializer<T> stateSerializer)
    {
        var added = true;
        Do(i => added = i.TryAddStateSerializer(stateSerializer));
        return added;
    }

    Task IStateProviderReplica.ChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken) =>
        Inner.ChangeRoleAsync(newRole, cancellationToken);

    Task IStateProviderReplica.CloseAsync(CancellationToken cancellationToken) =>
        _inner?.CloseAsync(cancellationToken) ?? Task.CompletedTask;

    Task<IReplicator> IStateProviderReplica.OpenAsync(
        ReplicaOpenMode openMode, IStatefulServicePartition partition, CancellationToken cancellationToken) =>
        Inner.OpenAsync(openMode, partition, cancellationToken);

    void IStateProviderReplica.Abort() => _inner?.Abort();

    void IStateProviderReplica.Initialize(StatefulServiceInitializationParameters initializationParameters) =>
        Inner.Initialize(initializationParameters);
}
