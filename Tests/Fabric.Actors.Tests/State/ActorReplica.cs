using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Actors.State;
using SfPerf.Fabric.ReliableState;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using SfPerf.TestKit;

namespace SfPerf.Fabric.Actors.Tests.State;

/// <summary>A replica of an actor service: its provider over the real state manager and a log in memory.</summary>
internal sealed class ActorReplica : IDisposable
{
    private ReliableStateManagerReplica? _manager;

    private ActorReplica(StatePersistence persistence)
    {
        var rows = new RowStateProvider(
            (_, _) => _manager = new(new ReliableStateManagerConfiguration(), Time),
            manager => persistence == StatePersistence.None
                ? new MemoryRowStore()
                : new ReliableRowStore(manager, Time),
            Time);
        Provider = persistence switch
        {
            StatePersistence.Persisted => new ReliableCollectionsActorStateProvider(rows),
            StatePersistence.Volatile => new VolatileActorStateProvider(rows),
            _ => rows,
        };
    }

    internal ManualTimeProvider Time { get; } = new();

    internal IActorStateProvider Provider { get; }

    internal LogDouble Log { get; private set; } = null!;

    internal static async Task<ActorReplica> OpenAsync(
        StatePersistence persistence = StatePersistence.Persisted, ReplicaRole role = ReplicaRole.Primary)
    {
        var replica = new ActorReplica(persistence);
        var partition = new PartitionDouble();
        replica.Provider.Initialize((StatefulServiceInitializationParameters)null!);
        await replica.Provider.OpenAsync(ReplicaOpenMode.New, partition, default);
        replica.Log = partition.Log!;
        await replica.BecomeAsync(role);
        return replica;
    }

    internal async Task BecomeAsync(ReplicaRole role)
    {
        Log.Role = role;
        Log.ReadStatus = Log.WriteStatus = role == ReplicaRole.Primary
            ? PartitionAccessStatus.Granted
            : PartitionAccessStatus.NotPrimary;
        await Provider.ChangeRoleAsync(role, default);
    }

    /// <summary>Opens a secondary that has what was committed so far.</summary>
    internal async Task<ActorReplica> CopyAsync(StatePersistence persistence = StatePersistence.Persisted)
    {
        var secondary = await OpenAsync(persistence, ReplicaRole.ActiveSecondary);
        for (var i = 0; i < Log.Records.Count; i++)
            secondary.Log.Apply(i + 1, Log.Records[i], null);
        return secondary;
    }

    /// <summary>Gets the state manager of an actor that is activated now.</summary>
    internal IActorStateManager Activate(ActorId id) => ActorStateProviders.CreateStateManager(id, Provider);

    internal IActorStateManager Activate(long id = 1) => Activate(new ActorId(id));

    /// <summary>Stores states of an actor.</summary>
    internal async Task StoreAsync<T>(ActorId id, params (string Name, T Value)[] states)
    {
        var manager = Activate(id);
        foreach (var (name, value) in states)
            await manager.SetStateAsync(name, value);
        await manager.SaveStateAsync();
    }

    /// <summary>Reads a state as a newly activated actor does.</summary>
    internal Task<ConditionalValue<T>> StoredAsync<T>(ActorId id, string name) =>
        Activate(id).TryGetStateAsync<T>(name);

    /// <summary>Gets the reminders of an actor as they are loaded now.</summary>
    internal async Task<IReadOnlyCollection<IActorReminderState>> RemindersAsync(ActorId id) =>
        (await Provider.LoadRemindersAsync()).TryGetValue(id, out var reminders) ? reminders : [];

    public void Dispose() => _manager?.Dispose();
}
