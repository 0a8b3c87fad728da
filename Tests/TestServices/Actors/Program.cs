using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Tests.Actors;

/// <summary>A host of actors for tests with real processes.</summary>
internal static class Program
{
    private static async Task Main()
    {
        await ActorRuntime.RegisterActorAsync<Ledger>();
        await ActorRuntime.RegisterActorAsync<VolatileLedger>();
        await ActorRuntime.RegisterActorAsync<TransientLedger>();
        await ActorRuntime.RegisterActorAsync<Club>((context, type) => new ActorService(context, type));
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, CancellationToken.None);
    }
}
