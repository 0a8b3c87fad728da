using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Fabric;
using System.Globalization;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.Benchmarks.State;
using SfPerf.Fabric.Actors.State;
using SfPerf.Fabric.ReliableState;

namespace SfPerf.Benchmarks.Actors;

/// <summary>
/// A process with the primary of one partition of actors. Its state manager is the real one, over a log that commits at
/// once: what is measured is the actors. It does what its input says, a line each, and answers with a line.
/// </summary>
internal static class ActorNode
{
    internal const string Walk = "walk";
    internal const string Demote = "demote";
    internal const string Promote = "promote";
    internal const string Heap = "heap";
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(10);

    /// <summary>Serves until its input ends. The first line of its output is the address.</summary>
    internal static async Task ServeAsync(string[] words)
    {
        // As a service of short methods has it in its runtimeconfig.json.
        AppContext.SetSwitch("SfPerf.Fabric.Remoting.BeginOnReceiveThread",
            new Settings(words).Flag("receive"));
        using var pauses = new CollectorPauses();
        using var manager = new ReliableStateManagerReplica(new(), TimeProvider.System);
        var service = Service(manager);
        var replica = new StatefulServiceReplicaAdapter(service.Context, service);
        replica.Initialize(new StatefulServiceInitializationParameters());
        await replica.OpenAsync(ReplicaOpenMode.New, new InstantLog(), default).ConfigureAwait(false);
        Console.WriteLine(await replica.ChangeRoleAsync(ReplicaRole.Primary, default).ConfigureAwait(false));
        while (await Console.In.ReadLineAsync().ConfigureAwait(false) is { } line)
        {
            var since = Stopwatch.GetTimestamp();
            var result = await DoAsync(line, service, replica).ConfigureAwait(false);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{result} ")
                + string.Create(CultureInfo.InvariantCulture,
                    $"{Stopwatch.GetElapsedTime(since).TotalMilliseconds:F1} {pauses.TakeLongest()}"));
        }

        await replica.CloseAsync(default).ConfigureAwait(false);
    }

    private static async Task<object> DoAsync(
        string what, ActorService service, StatefulServiceReplicaAdapter replica)
    {
        switch (what)
        {
            case Walk:
                return await service.Manager!.Collector.ScanAsync().ConfigureAwait(false);
            case Demote:
                var actors = service.Manager!;
                await replica.ChangeRoleAsync(ReplicaRole.ActiveSecondary, default).ConfigureAwait(false);
                return actors.Count;
            case Promote:
                return await replica.ChangeRoleAsync(ReplicaRole.Primary, default).ConfigureAwait(false);
            case Heap:
                // What was collected, or deactivated after a demotion, may need a moment to go.
                return await SettledHeapAsync().ConfigureAwait(false);
            default:
                return 0;
        }
    }

    private static async Task<long> SettledHeapAsync()
    {
        for (var last = long.MaxValue; ;)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            var bytes = GC.GetTotalMemory(forceFullCollection: true);
            if (bytes > last * 0.99)
                return bytes;
            last = bytes;
            await Task.Delay(Poll, TimeProvider.System).ConfigureAwait(false);
        }
    }

    private static ActorService Service(ReliableStateManagerReplica manager)
    {
        var information = ActorTypeInformation.Get(typeof(BenchmarkActor));
        var rows = new RowStateProvider(
            (_, _) => manager, m => new ReliableRowStore(m, TimeProvider.System), TimeProvider.System);
        var package = new CodePackageActivationContext
        {
            ApplicationName = "fabric:/Benchmark",
            ServiceManifestName = "BenchmarkPkg",
            Endpoints = [],
            ConfigurationPackages = new Dictionary<string, ConfigurationPackage>(),
        };
        var context = new StatefulServiceContext(
            new NodeContext("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1"), package,
            "BenchmarkActorServiceType", ActorBenchmark.Service, [], Guid.NewGuid(), 1);
        var service = new ActorService(
            context, information, null, null, new ReliableCollectionsActorStateProvider(rows),
            new ActorServiceSettings { ActorGarbageCollectionSettings = new(IdleSeconds, IdleSeconds) });
        service.StateProvider.Initialize(information);
        return service;
    }

    // The collector walks when it is told to, not by itself; an actor is collected by the second walk.
    private const int IdleSeconds = 1_000_000;
}
