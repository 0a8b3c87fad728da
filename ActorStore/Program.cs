using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.ActorStore;

internal static class Program
{
    private static async Task Main()
    {
        await ActorRuntime.RegisterActorAsync<SfActor>().ConfigureAwait(false);
        await ActorRuntime.RegisterActorAsync<SfVolatileActor>().ConfigureAwait(false);
        await ActorRuntime.RegisterActorAsync<SfTransientActor>().ConfigureAwait(false);
        await ActorRuntime.RegisterActorAsync<ReminderActor>().ConfigureAwait(false);
        // The runtime ends the process; until then its threads serve the replicas.
        await Task.Delay(Timeout.InfiniteTimeSpan, System.TimeProvider.System).ConfigureAwait(false);
    }
}
