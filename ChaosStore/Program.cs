using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.ChaosStore;

internal static class Program
{
    private static async Task Main()
    {
        await ServiceRuntime.RegisterServiceAsync(
            "ChaosStoreType", context => new ChaosStoreService(context)).ConfigureAwait(false);
        // The runtime ends the process; until then its threads serve the replicas.
        await Task.Delay(Timeout.InfiniteTimeSpan, System.TimeProvider.System).ConfigureAwait(false);
    }
}
