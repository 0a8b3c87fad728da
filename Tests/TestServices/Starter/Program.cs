using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Remoting.FabricTransport;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Remoting;
using Microsoft.ServiceFabric.Services.Runtime;

[assembly: FabricTransportActorRemotingProvider(
    RemotingListenerVersion = RemotingListenerVersion.V2_1, RemotingClientVersion = RemotingClientVersion.V2_1)]

namespace SfPerf.Tests.Starter;

/// <summary>
/// Services in the shape of Service Fabric's getting-started sample: a web front that calls a store through the reverse
/// proxy, a counter by remoting and actors. Each is a service package of its own; this program serves them all.
/// </summary>
internal static class Program
{
    private static async Task Main()
    {
        var package = FabricRuntime.GetActivationContext().GetServiceManifestName();
        await (package switch
        {
            "FrontPkg" => ServiceRuntime.RegisterServiceAsync("FrontType", context => new Front(context)),
            "StorePkg" => ServiceRuntime.RegisterServiceAsync("StoreType", context => new Store(context)),
            "CountPkg" => ServiceRuntime.RegisterServiceAsync("CountType", context => new Count(context)),
            "ActorPkg" => ActorRuntime.RegisterActorAsync<Starter>((context, type) => new ActorService(context, type)),
            _ => throw new InvalidOperationException($"This program has nothing for the package '{package}'."),
        });
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, CancellationToken.None);
    }
}
