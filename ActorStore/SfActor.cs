using System.Globalization;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.ServiceContracts;

namespace SfPerf.ActorStore;

/// <summary>The actor that is measured. Each call is one turn with one operation on one state.</summary>
internal abstract class SfActorBase(ActorService actorService, ActorId actorId)
    : Actor(actorService, actorId), ISfActor
{
    // The original's name.
    private const string StateName = "data";

    public Task SetDataAsync(byte[] data) => StateManager.SetStateAsync(StateName, data);

    public Task<byte[]?> GetDataAsync() => GetAsync(StateName);

    public Task SetItemDataAsync(int item, byte[] data) => StateManager.SetStateAsync(NameOf(item), data);

    public Task<byte[]?> GetItemDataAsync(int item) => GetAsync(NameOf(item));

    private static string NameOf(int item) => item == 0 ? StateName
        : string.Create(CultureInfo.InvariantCulture, $"{StateName}{item}");

    // A state that is missing is null, as in the dictionary; the original's actor throws.
    private async Task<byte[]?> GetAsync(string name)
    {
        var state = await StateManager.TryGetStateAsync<byte[]>(name).ConfigureAwait(false);
        return state.HasValue ? state.Value : null;
    }
}

/// <summary>Represents an actor. Its states survive the end of all processes.</summary>
[ActorService(Name = "SfActorService")]
[StatePersistence(StatePersistence.Persisted)]
internal sealed class SfActor(ActorService actorService, ActorId actorId) : SfActorBase(actorService, actorId);

/// <summary>Represents an actor. Its states survive the end of fewer replicas than a quorum.</summary>
[ActorService(Name = "SfVolatileActorService")]
[StatePersistence(StatePersistence.Volatile)]
internal sealed class SfVolatileActor(ActorService actorService, ActorId actorId) : SfActorBase(actorService, actorId);

/// <summary>Represents an actor. Its states end with the replica's time as primary.</summary>
[ActorService(Name = "SfTransientActorService")]
[StatePersistence(StatePersistence.None)]
internal sealed class SfTransientActor(ActorService actorService, ActorId actorId)
    : SfActorBase(actorService, actorId);
