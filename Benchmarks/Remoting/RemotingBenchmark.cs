using System;
using System.Fabric;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication;
using Microsoft.ServiceFabric.Services.Communication.Client;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Runtime;
using SfPerf.Fabric.Remoting.Client;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Benchmarks.Remoting;

/// <summary>
/// Calls of a service in another process through its proxy, in turn with the bare echo of the same bytes, as a ratio.
/// </summary>
internal static class RemotingBenchmark
{
    private const int MessageBytesMax = 4 << 20;
    private static readonly Uri Service = new("fabric:/Benchmark/Store");
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(5);

    internal static async Task RunAsync(string[] words)
    {
        var settings = new Settings(words);
        for (var round = 0; round < settings.Rounds; round++)
        {
            var bare = await EchoBenchmark.MeasureAsync(words).ConfigureAwait(false);
            Print("echo ", bare, bare);
            Print("read ", await MeasureAsync(words, write: false).ConfigureAwait(false), bare);
            Print("write", await MeasureAsync(words, write: true).ConfigureAwait(false), bare);
        }
    }

    internal static async Task ServeAsync(string[] words)
    {
        var context = new StatefulServiceContext(
            new NodeContext("_Node_0", new NodeId(0, 1), 1, "NodeType0", "127.0.0.1"),
            new CodePackageActivationContext(), "StoreType", Service, [], Guid.NewGuid(), 1);
        ICommunicationListener listener = new FabricTransportServiceRemotingListener(
            context, new BenchmarkStore(new Settings(words).Bytes));
        var address = await listener.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        Console.WriteLine(new ServiceEndpointCollection("V2_1Listener", address));
        await Console.In.ReadToEndAsync().ConfigureAwait(false);
        await listener.CloseAsync(CancellationToken.None).ConfigureAwait(false);
    }

    private static async Task<Measurement> MeasureAsync(string[] words, bool write)
    {
        var settings = new Settings(words);
        using var child = new Child(["-remoting", .. words]);
        var proxy = Proxy(await child.ReadAsync().ConfigureAwait(false));
        var value = new byte[settings.Bytes];
        return await Workload.RunAsync(settings.Number("outstanding", 16), settings.Seconds, worker => write
            ? () => new ValueTask(proxy.WriteAsync(worker, value))
            : () => new ValueTask(proxy.ReadAsync(worker))).ConfigureAwait(false);
    }

    private static IBenchmarkStore Proxy(string address)
    {
        var time = TimeProvider.System;
        var locator = new FixedLocator(Service, address);
        var connector = new ReplicaConnector(
            locator,
            new ConnectionPool(Frames.Options(MessageBytesMax, Limit), Limit, time),
            TargetReplicaSelector.PrimaryReplica,
            null,
            new Random(1));
        var directory = new ServiceDirectory(Service, locator, connector, time);
        var proxy = ProxyBuilder.FactoryOf(typeof(IBenchmarkStore))();
        proxy.ServiceInterfaceType = typeof(IBenchmarkStore);
        proxy.Target = new ProxyTarget(
            directory, new ServicePartitionKey(0), TimeSpan.FromMinutes(5), MessageBytesMax,
            new OperationRetrySettings(), time);
        return (IBenchmarkStore)(object)proxy;
    }

    private static void Print(string name, Measurement m, Measurement bare) => Console.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $"{name} {m.PerSecond / 1000,7:F1} k/s  {m.PerSecond / bare.PerSecond:F2} of echo  p50 {m.P50:F0} us  "
        + $"p99 {m.P99:F0} us  client {m.CpuMicroseconds / m.Operations:F1} us CPU, "
        + $"{m.AllocatedBytes / m.Operations:F0} B/op"));
}
