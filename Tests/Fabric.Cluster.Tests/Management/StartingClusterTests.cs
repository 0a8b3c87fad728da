using System;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Tests.Processes;
using SfPerf.Fabric.Manifests;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

/// <summary>
/// A service that is stored and not yet opened is there in a moment; it must not be taken for missing.
/// </summary>
public sealed class StartingClusterTests
{
    private static readonly ResolveKey Key = new() { Kind = "Int64Range", Text = "0" };

    [Fact]
    public async Task A_stored_service_is_offline_until_it_is_opened_and_a_name_that_never_was_does_not_exist()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        try
        {
            Store(folder);
            var state = DataFolder.Open(folder, reset: false, nodes: 1);
            await using var manager = new ClusterManager(Options(folder), state, TimeProvider.System);
            Assert.Equal("FABRIC_E_SERVICE_OFFLINE", await CodeAsync(manager, "fabric:/SfPerf/Store"));
            Assert.Equal("FABRIC_E_SERVICE_DOES_NOT_EXIST", await CodeAsync(manager, "fabric:/SfPerf/Other"));
            var list = await Assert.ThrowsAsync<ClusterException>(() => manager.PartitionsAsync("fabric:/SfPerf/Echo"));
            Assert.Equal("FABRIC_E_SERVICE_OFFLINE", list.Code);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task A_client_that_asks_while_the_cluster_starts_again_is_told_to_try_again()
    {
        string[] arguments =
        [
            "--nodes", "1", "--package", RunningCluster.EchoPackage, "--set", "Store_TargetReplicaSetSize=1",
            "--set", "Store_MinReplicaSetSize=1",
        ];
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        using var stop = new CancellationTokenSource();
        try
        {
            await using (var first = await RunningCluster.StartAsync(folder, arguments))
                Assert.Null(first.Line["code"]);
            var port = ListeningPorts.FindFree();
            var asking = AskAsync(
                $"http://127.0.0.1:{port}/Services/SfPerf/Store/$/ResolvePartition?kind=Int64Range&key=0", stop.Token);
            // Of an option that is given twice the last counts.
            arguments = [.. arguments, "--gateway-port", $"{port}"];
            await using (var second = await RunningCluster.StartAsync(folder, arguments))
            {
                Assert.Null(second.Line["code"]);
                var (status, text) = await asking.WaitAsync(RunningCluster.Limit);
                Assert.True(status == HttpStatusCode.OK, text);
            }
        }
        finally
        {
            await stop.CancelAsync();
            Directory.Delete(folder, recursive: true);
        }
    }

    // Asks as clients do that know nothing better, until there is another answer than "try again".
    private static async Task<(HttpStatusCode Status, string Text)> AskAsync(string address, CancellationToken token)
    {
        using var client = new HttpClient();
        while (true)
        {
            try
            {
                using var answer = await client.GetAsync(new Uri(address), token);
                if (answer.StatusCode != HttpStatusCode.ServiceUnavailable)
                    return (answer.StatusCode, await answer.Content.ReadAsStringAsync(token));
                Assert.Equal(TimeSpan.FromSeconds(1), answer.Headers.RetryAfter?.Delta);
            }
            catch (HttpRequestException)
            {
                // Nobody listens yet.
            }
            await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System, token);
        }
    }

    private static void Store(string folder)
    {
        using var state = DataFolder.Open(folder, reset: false, nodes: 1);
        var definition = ApplicationReader.Read(RunningCluster.EchoPackage, null, null,
            new System.Collections.Generic.Dictionary<string, string>());
        state.Save(state.State with
        {
            Applications = [new() { Id = "Echo_App0", Definition = definition, Partitions = [Guid.NewGuid()] }],
        });
    }

    private static ClusterOptions Options(string folder) => new()
    {
        DataFolder = folder, Nodes = 1, NodeProgram = "none",
    };

    private static async Task<string> CodeAsync(ClusterManager manager, string service) =>
        (await Assert.ThrowsAsync<ClusterException>(
            () => manager.ResolveAsync(service, Key, 0, CancellationToken.None))).Code;
}
