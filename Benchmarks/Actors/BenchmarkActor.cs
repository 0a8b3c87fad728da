using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Benchmarks.Actors;

/// <summary>An actor with one small state.</summary>
[ActorService(Name = "BenchmarkActorService")]
[StatePersistence(StatePersistence.Persisted)]
internal sealed class BenchmarkActor(ActorService actorService, ActorId actorId)
    : Actor(actorService, actorId), IBenchmarkActor
{
    private const string StateName = "value";

    public Task WriteAsync(long value) => StateManager.SetStateAsync(StateName, value);

    public async Task<long> ReadAsync()
    {
        var state = await StateManager.TryGetStateAsync<long>(StateName).ConfigureAwait(false);
        return state.HasValue ? state.Value : 0;
    }
}
