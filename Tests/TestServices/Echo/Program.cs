using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Echo;

/// <summary>A service host for tests of the cluster: a stateless and a stateful service, and ways to fail.</summary>
internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        if (arguments is ["fail-at-start"])
        {
            await Console.Error.WriteLineAsync("These are the last words of Echo.");
            return 3;
        }
        if (arguments is ["wait-at-start"])
        {
            await File.WriteAllTextAsync($"waiting-{Environment.ProcessId}", "");
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, CancellationToken.None);
        }
        await ServiceRuntime.RegisterServiceAsync("EchoStatelessType", context => new EchoService(context));
        await ServiceRuntime.RegisterServiceAsync("EchoStatefulType", context => new EchoStore(context));
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, CancellationToken.None);
        return 0;
    }
}
