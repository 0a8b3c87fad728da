using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.LoadDriver;

internal static class Program
{
    private static async Task Main()
    {
        await ServiceRuntime.RegisterServiceAsync(
            "LoadDriverServiceType", context => new LoadDriverService(context)).ConfigureAwait(false);
        // The runtime ends the process; until then its threads serve the instances.
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System).ConfigureAwait(false);
    }
}
