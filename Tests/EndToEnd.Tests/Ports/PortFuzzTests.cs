using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using SfPerf.ServiceContracts;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.EndToEnd.Tests.Ports;

/// <summary>Every port of a running cluster under hostile bytes of a user who may connect, and of a member.</summary>
public sealed class PortFuzzTests
{
    /// <summary>Names the variable with the number of seeds that are played beyond those of each run.</summary>
    private const string MoreSeedsVariable = "SFPERF_FUZZ_SEEDS";
    private const int Seeds = 2;
    private const int Keys = 64;
    private const long FirstKey = 1L << 20;
    private static readonly Uri Store = new("fabric:/SfPerf/StatefulStore");

    [Fact]
    public async Task Hostile_bytes_at_every_port_end_no_process_and_change_no_epoch_and_no_data()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs /proc");
        await using var sfperf = new Sfperf();
        await sfperf.RunAsync(0, "cluster", "start", "--gateway-port", "0", "--client-port", "0");
        await RunAsync(sfperf);
        var info = ClusterStatus.Info(sfperf);
        ServicePartitionResolver.SetDefault(
            new ServicePartitionResolver(info.GetProperty("clientEndpoint").GetString()!));
        var store = ServiceProxy.Create<ISfDictionary>(Store, new ServicePartitionKey(FirstKey));
        await WriteAsync(store, generation: 0);
        var openings = new Openings(new Uri(info.GetProperty("gateway").GetString()!).Port,
            (await AddressAsync(info, "StatefulStore"))[^1], string.Concat(await AddressAsync(info, "LoadDriver")));
        var before = await ClusterStatus.WholeAsync(info.GetProperty("gateway").GetString()!);
        var processes = ClusterStatus.Processes(before);
        var ports = ListeningPorts.Of(processes).Order().ToArray();
        // Two of the gateway, manager, five nodes, the driver, three stores with replication, one with remoting.
        Assert.InRange(ports.Length, 13, 100);
        var served = await AssertAnsweredAsync(ports, openings);
        var load = ProcessLoad.Of(processes);
        var spoken = await MemberStorm.SpokenAsync(ports, Sfperf.Limit);
        // The manager and five nodes; three stores.
        Assert.InRange(spoken.Count(s => s.Protocol == "CTRL"), 6, 100);
        Assert.InRange(spoken.Count(s => s.Protocol == "REPL"), 3, 100);
        var secret = MemberStorm.SecretOf(processes[^1]);
        var replicas = ClusterStatus.Replicas(before);

        var more = Environment.GetEnvironmentVariable(MoreSeedsVariable) ?? "0";
        for (var seed = 1; seed <= Seeds + int.Parse(more, CultureInfo.InvariantCulture); seed++)
        {
            var storms = ports.Select((p, i) =>
                new PortStorm(p, openings, [.. served[p]], seed * 1000 + i).RunAsync(Sfperf.Limit));
            var connections = await Task.WhenAll(storms);
            Assert.All(connections, c => Assert.InRange(c, 100, 10_000));
            await Task.WhenAll(spoken.Select(s =>
                new MemberStorm(s.Port, s.Protocol, secret, replicas, seed * 1000 + s.Port).RunAsync(Sfperf.Limit)));

            // Each failure names its seed.
            var lasting = ClusterStatus.Lasting(await ClusterStatus.GetAsync(info));
            Assert.Equal($"seed {seed}: {ClusterStatus.Lasting(before)}", $"seed {seed}: {lasting}");
            Assert.Equal($"seed {seed}: ", $"seed {seed}: {await ProcessLoad.SettleAsync(load, Sfperf.Limit)}");
            await ReadAsync(store, seed - 1);
            await WriteAsync(store, seed);
            await ReadAsync(store, seed);
        }

        // The driver's own port still serves as well.
        await RunAsync(sfperf);
        Assert.Equal(ClusterStatus.Lasting(before), ClusterStatus.Lasting(await ClusterStatus.GetAsync(info)));
        await sfperf.RunAsync(0, "cluster", "stop");
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    // What is spoiled later is right before: each opening is served by a port. Returns which by which.
    private static async Task<ILookup<int, byte[]>> AssertAnsweredAsync(int[] ports, Openings openings)
    {
        var served = new HashSet<(int Port, byte[] Opening)>();
        foreach (var (opening, expected) in openings.Answered)
        {
            using var stop = new CancellationTokenSource(TimeSpan.FromSeconds(60));
            var answers = await Task.WhenAll(
                ports.Select(p => PortStorm.AskAsync(p, opening, expected, stop)));
            Assert.True(answers.Any(a => a.Contains(expected, StringComparison.Ordinal)),
                $"'{expected}' is in no answer to {Encoding.Latin1.GetString(opening)}: {string.Join('\n', answers)}");
            served.UnionWith(ports.Zip(answers).Where(a => a.Second.Contains(expected, StringComparison.Ordinal))
                .Select(a => (a.First, opening)));
        }
        return served.ToLookup(s => s.Port, s => s.Opening);
    }

    private static Task<RunningProgram> RunAsync(Sfperf sfperf) => sfperf.RunAsync(0, "run",
        Sfperf.ParameterFile("local1.json"), "/NumWriteOperationsTotal:256", "/NumReadOperationsTotal:256",
        "/NumItems:64");

    private static Task WriteAsync(ISfDictionary store, int generation) =>
        Task.WhenAll(Enumerable.Range(0, Keys).Select(i => store.SetDataAsync(FirstKey + i, Data(i, generation))));

    private static async Task ReadAsync(ISfDictionary store, int generation)
    {
        for (var i = 0; i < Keys; i++)
        {
            var value = await store.GetDataAsync(FirstKey + i).WaitAsync(Sfperf.Limit);
            Assert.Equal(Data(i, generation), value);
        }
    }

    private static byte[] Data(int key, int generation) =>
        [.. BitConverter.GetBytes(key), .. BitConverter.GetBytes(generation)];

    // "HOST:PORT+PATH" of remoting, in two parts; "net.tcp://..." in one.
    private static async Task<string[]> AddressAsync(JsonElement info, string service)
    {
        var answer = await ClusterStatus.GetAsync(
            info, $"/Services/SfPerf/{service}/$/ResolvePartition?kind=Int64Range&key=1");
        var address = answer.GetProperty("endpoints").EnumerateArray().First().GetProperty("address").GetString()!;
        return JsonElement.Parse(address).GetProperty("Endpoints").EnumerateObject().First().Value.GetString()!
            .Split('+');
    }
}
