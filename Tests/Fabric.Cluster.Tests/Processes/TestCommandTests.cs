using System;
using System.Fabric;
using System.Fabric.Health;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Gateway;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>What a program does to a running cluster through FabricClient: data loss and health.</summary>
public sealed class TestCommandTests(OneNodeCluster one) : IClassFixture<OneNodeCluster>
{
    private static readonly Uri Store = new("fabric:/SfPerf/Store");

    [Fact]
    public async Task A_partition_that_loses_a_quorum_or_all_tells_its_service_and_has_a_higher_data_loss_number()
    {
        await using var cluster = await RunningCluster.StartAsync(
            null, "--nodes", "3", "--package", RunningCluster.EchoPackage);
        using var client = new FabricClient((string)cluster.Line["clientEndpoint"]!);
        var number = await DataLossNumberAsync(cluster);
        Assert.Equal("ok", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "set a 1"));

        await LoseAsync(client, DataLossMode.PartialDataLoss);
        Assert.Equal("1", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "losses"));
        Assert.Equal(number + 1, await DataLossNumberAsync(cluster));

        Assert.Equal("ok", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "set a 2"));
        _ = await cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");
        await LoseAsync(client, DataLossMode.FullDataLoss);
        Assert.Equal("1", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "losses"));
        Assert.Equal("none", await cluster.AskPrimaryAsync("SfPerf/Store", 0, "get a"));
        Assert.Equal(number + 2, await DataLossNumberAsync(cluster));
        _ = await cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");
    }

    [Fact]
    public async Task A_data_loss_of_what_is_not_there_is_refused()
    {
        using var client = new FabricClient((string)one.Cluster.Line["clientEndpoint"]!);
        var test = client.TestManager;
        _ = await Assert.ThrowsAsync<FabricInvalidPartitionSelectorException>(() => test.StartPartitionDataLossAsync(
            Guid.NewGuid(), PartitionSelector.SingletonOf(Store), DataLossMode.FullDataLoss));
        _ = await Assert.ThrowsAsync<FabricServiceNotFoundException>(() => test.StartPartitionDataLossAsync(
            Guid.NewGuid(), PartitionSelector.RandomOf(new("fabric:/SfPerf/None")), DataLossMode.FullDataLoss));
        _ = await Assert.ThrowsAsync<FabricInvalidForStatelessServicesException>(
            () => test.StartPartitionDataLossAsync(Guid.NewGuid(),
                PartitionSelector.SingletonOf(new("fabric:/SfPerf/Echo")), DataLossMode.FullDataLoss));
        var invalid = await Assert.ThrowsAsync<ArgumentException>(() => test.StartPartitionDataLossAsync(
            Guid.NewGuid(), PartitionSelector.RandomOf(Store), DataLossMode.Invalid));
        Assert.StartsWith("The mode is Invalid. Allowed: PartialDataLoss, FullDataLoss.", invalid.Message);
        _ = await Assert.ThrowsAsync<FabricElementNotFoundException>(
            () => test.GetPartitionDataLossProgressAsync(Guid.NewGuid()));
    }

    [Fact]
    public async Task What_a_client_reports_of_an_entity_is_its_health_and_that_of_all_that_contains_it()
    {
        using var client = new FabricClient((string)one.Cluster.Line["clientEndpoint"]!);
        var health = client.HealthManager;
        var partition = (await client.QueryManager.GetPartitionListAsync(Store))[0].PartitionInformation.Id;
        var replica = (await client.QueryManager.GetReplicaListAsync(partition))[0].Id;

        health.ReportHealth(new StatefulServiceReplicaHealthReport(partition, replica, Says(HealthState.Warning)));
        var ofReplica = await UntilAsync(() => health.GetReplicaHealthAsync(partition, replica), HealthState.Warning);
        Assert.Equal(replica, Assert.IsType<StatefulServiceReplicaHealth>(ofReplica).ReplicaId);
        var said = Assert.Single(ofReplica.HealthEvents).HealthInformation;
        Assert.Equal(("Tests", "Mood", "It is Warning."), (said.SourceId, said.Property, said.Description));
        var ofPartition = await health.GetPartitionHealthAsync(partition);
        Assert.Empty(ofPartition.HealthEvents);
        Assert.Equal(HealthState.Warning, Assert.Single(ofPartition.ReplicaHealthStates).AggregatedHealthState);
        var ofService = await health.GetServiceHealthAsync(Store);
        Assert.Equal(partition, Assert.Single(ofService.PartitionHealthStates).PartitionId);
        var ofApplication = await health.GetApplicationHealthAsync(new("fabric:/SfPerf"));
        Assert.Equal(HealthState.Warning,
            ofApplication.ServiceHealthStates.Single(s => s.ServiceName == Store).AggregatedHealthState);
        Assert.Equal(HealthState.Warning, (await health.GetClusterHealthAsync()).AggregatedHealthState);

        health.ReportHealth(new NodeHealthReport("_Node_0", Says(HealthState.Error)));
        _ = await UntilAsync(() => health.GetNodeHealthAsync("_Node_0"), HealthState.Error);
        health.ReportHealth(new NodeHealthReport("_Node_0", Says(HealthState.Ok)));
        _ = await UntilAsync(() => health.GetNodeHealthAsync("_Node_0"), HealthState.Ok);
        health.ReportHealth(new StatefulServiceReplicaHealthReport(partition, replica, Says(HealthState.Ok)));
        _ = await UntilAsync(() => health.GetServiceHealthAsync(Store), HealthState.Ok);
    }

    [Fact]
    public async Task A_report_of_every_kind_is_taken_and_one_of_nothing_is_dropped()
    {
        using var client = new FabricClient((string)one.Cluster.Line["clientEndpoint"]!);
        var health = client.HealthManager;
        Uri application = new("fabric:/SfPerf");
        Uri echo = new("fabric:/SfPerf/Echo");
        var partition = (await client.QueryManager.GetPartitionListAsync(echo))[0].PartitionInformation.Id;
        var instance = (await client.QueryManager.GetReplicaListAsync(partition))[0].Id;
        health.ReportHealth(new ServiceHealthReport(new("fabric:/SfPerf/None"), Says(HealthState.Error)));
        health.ReportHealth(new ApplicationHealthReport(application, Says(HealthState.Ok)));
        health.ReportHealth(new ServiceHealthReport(echo, Says(HealthState.Ok)));
        health.ReportHealth(new PartitionHealthReport(partition, Says(HealthState.Ok)));
        health.ReportHealth(new StatelessServiceInstanceHealthReport(partition, instance, Says(HealthState.Ok)));
        health.ReportHealth(new DeployedApplicationHealthReport(application, "_Node_0", Says(HealthState.Ok)));
        health.ReportHealth(
            new DeployedServicePackageHealthReport(application, "EchoPkg", "_Node_0", Says(HealthState.Ok)));
        health.ReportHealth(new ClusterHealthReport(Says(HealthState.Ok)));

        // Reports are sent in their order: the last one is there, so all are.
        var status = await one.Cluster.UntilAsync("/Cluster/Status", s => Entities(s).Contains("cluster"));
        Assert.Superset(
            new[]
            {
                "fabric:/SfPerf", "fabric:/SfPerf/Echo", $"fabric:/SfPerf/Echo/{partition}",
                $"fabric:/SfPerf/Echo/{partition}/{instance}", "_Node_0/fabric:/SfPerf",
                "_Node_0/fabric:/SfPerf/EchoPkg",
            }.ToHashSet(), Entities(status).ToHashSet());
        Assert.DoesNotContain("fabric:/SfPerf/None", Entities(status));
        var wrong = Assert.Throws<ArgumentException>(
            () => health.ReportHealth(new ClusterHealthReport(Says(HealthState.Unknown))));
        Assert.Equal("The health state is Unknown. Allowed: Ok, Warning, Error.", wrong.Message);
        _ = await Assert.ThrowsAsync<FabricElementNotFoundException>(
            () => health.GetServiceHealthAsync(new("fabric:/SfPerf/None")));
    }

    private static string[] Entities(System.Text.Json.Nodes.JsonNode status) =>
        [.. status["healthEvents"]!.AsArray().Where(e => (string)e!["sourceId"]! == "Tests")
            .Select(e => (string)e!["entity"]!)];

    private static HealthInformation Says(HealthState state) =>
        new("Tests", "Mood", state) { Description = $"It is {state}." };

    private static async Task LoseAsync(FabricClient client, DataLossMode mode)
    {
        var operation = Guid.NewGuid();
        await client.TestManager.StartPartitionDataLossAsync(
            operation, PartitionSelector.PartitionKeyOf(Store, 0), mode);
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var progress = await client.TestManager.GetPartitionDataLossProgressAsync(operation);
            if (progress.State == TestCommandProgressState.Completed)
            {
                Assert.Equal(Store, progress.Result.SelectedPartition.ServiceName);
                break;
            }
            Assert.Equal(TestCommandProgressState.Running, progress.State);
            Assert.True(TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit, "The loss goes on for ever.");
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
        var again = await Assert.ThrowsAsync<FabricException>(() => client.TestManager.StartPartitionDataLossAsync(
            operation, PartitionSelector.RandomOf(Store), mode));
        Assert.Equal(FabricErrorCode.TestCommandOperationIdAlreadyExists, again.ErrorCode);
    }

    private static async Task<long> DataLossNumberAsync(RunningCluster cluster)
    {
        var services = (await cluster.GetAsync("/Cluster/Status"))["applications"]![0]!["services"]!.AsArray();
        var store = services.First(s => (string)s!["name"]! == $"{Store}")!;
        return long.Parse((string)store["partitions"]![0]!["epoch"]!["dataLossNumber"]!,
            System.Globalization.CultureInfo.InvariantCulture);
    }

    private static async Task<T> UntilAsync<T>(Func<Task<T>> get, HealthState wanted) where T : EntityHealth
    {
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var health = await get();
            if (health.AggregatedHealthState == wanted)
                return health;
            Assert.True(TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit,
                $"It is {health.AggregatedHealthState}, not {wanted}.");
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
    }
}
