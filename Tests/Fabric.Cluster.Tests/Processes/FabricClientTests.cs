using System;
using System.Fabric;
using System.Fabric.Description;
using System.Fabric.Health;
using System.Fabric.Query;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Gateway;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>What a program learns of a running cluster through FabricClient.</summary>
[Collection(nameof(OneNodeCollection))]
public sealed class FabricClientTests(OneNodeCluster one)
{
    private static readonly Uri Application = new("fabric:/SfPerf");
    private static readonly Uri Store = new("fabric:/SfPerf/Store");

    [Fact]
    public async Task Applications_services_partitions_replicas_and_nodes_are_listed()
    {
        using var client = new FabricClient((string)one.Cluster.Line["clientEndpoint"]!);
        var query = client.QueryManager;
        var application = Assert.Single(await query.GetApplicationListAsync());
        Assert.Equal((Application, "EchoApplicationType", "1.0.0", ApplicationStatus.Ready, HealthState.Ok, "hello"),
            (application.ApplicationName, application.ApplicationTypeName, application.ApplicationTypeVersion,
                application.ApplicationStatus, application.HealthState,
                application.ApplicationParameters["Echo_Greeting"].Value));
        Assert.Empty(await query.GetApplicationListAsync(new("fabric:/Other")));

        var services = await query.GetServiceListAsync(Application);
        Assert.Equal(["fabric:/SfPerf/Echo", "fabric:/SfPerf/Store"], services.Select(s => $"{s.ServiceName}"));
        Assert.Equal(("EchoStatelessType", ServiceStatus.Active, "1.0.0"), (services[0].ServiceTypeName,
            Assert.IsType<StatelessService>(services[0]).ServiceStatus, services[0].ServiceManifestVersion));
        var store = Assert.Single(await query.GetServiceListAsync(Application, Store));
        Assert.True(Assert.IsType<StatefulService>(store).HasPersistedState);

        var partition = Assert.Single(await query.GetPartitionListAsync(Store));
        var id = partition.PartitionInformation.Id;
        Assert.Equal(id, Assert.Single(await query.GetPartitionAsync(id)).PartitionInformation.Id);
        var replica = Assert.IsType<StatefulServiceReplica>(Assert.Single(await query.GetReplicaListAsync(id)));
        Assert.Equal((ReplicaRole.Primary, ServiceReplicaStatus.Ready, HealthState.Ok, "_Node_0"),
            (replica.ReplicaRole, replica.ReplicaStatus, replica.HealthState, replica.NodeName));
        Assert.Contains("Endpoints", replica.ReplicaAddress);
        Assert.Equal(replica.Id, Assert.Single(await query.GetReplicaListAsync(id, replica.Id)).Id);
        Assert.Empty(await query.GetReplicaListAsync(id, replica.Id + 1));
        _ = await Assert.ThrowsAsync<FabricElementNotFoundException>(() => query.GetReplicaListAsync(Guid.NewGuid()));

        var node = Assert.Single(await query.GetNodeListAsync());
        Assert.Equal(("_Node_0", NodeStatus.Up, "NodeType0", "127.0.0.1", new Uri("fd:/0"), "0"),
            (node.NodeName, node.NodeStatus, node.NodeType, node.IpAddressOrFQDN, node.FaultDomain,
                node.UpgradeDomain));
        Assert.Empty(await query.GetNodeListAsync("_Node_7"));
    }

    [Fact]
    public async Task A_service_is_found_without_its_application()
    {
        using var client = new FabricClient((string)one.Cluster.Line["clientEndpoint"]!);
        var full = Assert.Single(await client.QueryManager.GetPartitionListAsync(Store));
        var found = Assert.Single(await client.QueryManager.GetPartitionListAsync(new("Store", UriKind.Relative)));
        Assert.Equal(full.PartitionInformation.Id, found.PartitionInformation.Id);
        var echo = await client.ServiceManager.ResolveServicePartitionAsync(new Uri("Echo", UriKind.Relative));
        Assert.Equal("fabric:/SfPerf/Echo", $"{echo.ServiceName}");
        _ = await Assert.ThrowsAsync<FabricServiceNotFoundException>(
            () => client.QueryManager.GetPartitionListAsync(new("None", UriKind.Relative)));
        _ = await Assert.ThrowsAsync<ArgumentException>(
            () => client.QueryManager.GetPartitionListAsync(new("http://Store/")));
    }

    [Fact]
    public async Task A_service_that_is_created_serves_is_there_after_a_restart_and_is_deleted_with_its_state()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        Uri name = new("fabric:/SfPerf/Second/Store");
        try
        {
            string[] arguments = ["--nodes", "1", "--package", RunningCluster.EchoPackage,
                "--set", "Store_TargetReplicaSetSize=1", "--set", "Store_MinReplicaSetSize=1"];
            await using (var cluster = await RunningCluster.StartAsync(folder, arguments))
            {
                using var client = new FabricClient((string)cluster.Line["clientEndpoint"]!);
                var services = client.ServiceManager;
                var wrong = await Assert.ThrowsAsync<ArgumentException>(
                    () => services.CreateServiceAsync(Second(name, replicas: 2)));
                Assert.Contains("TargetReplicaSetSize and MinReplicaSetSize: 2 and 1. Allowed: 1 to the 1 node(s)",
                    wrong.Message);
                await services.CreateServiceAsync(Second(name, replicas: 1));
                _ = await Assert.ThrowsAsync<FabricElementAlreadyExistsException>(
                    () => services.CreateServiceAsync(Second(name, replicas: 1)));
                Assert.Equal("ok", await cluster.AskPrimaryAsync("SfPerf/Second/Store", 7, "set a 1"));
                Assert.Equal("none", await cluster.AskPrimaryAsync("SfPerf/Store", 7, "get a"));
                Assert.Equal("first words", await cluster.AskPrimaryAsync("SfPerf/Second/Store", 7, "init"));
                var found = Assert.IsType<StatefulServiceDescription>(await services.GetServiceDescriptionAsync(name));
                var range = Assert.IsType<UniformInt64RangePartitionSchemeDescription>(
                    found.PartitionSchemeDescription);
                Assert.Equal((2, 0L, 99L, 1, true), (range.PartitionCount, range.LowKey, range.HighKey,
                    found.TargetReplicaSetSize, found.HasPersistedState));
                Assert.NotEmpty((await services.ResolveServicePartitionAsync(name, 7)).Endpoints);
            }
            // The package is the same as before: what was created since belongs to the application.
            await using (var again = await RunningCluster.StartAsync(folder, arguments))
            {
                Assert.Equal("1", await again.AskPrimaryAsync("SfPerf/Second/Store", 7, "get a"));
                using var client = new FabricClient((string)again.Line["clientEndpoint"]!);
                await client.ServiceManager.DeleteServiceAsync(new DeleteServiceDescription(name));
                _ = await Assert.ThrowsAsync<FabricServiceNotFoundException>(
                    () => client.ServiceManager.GetServiceDescriptionAsync(name));
                _ = await Assert.ThrowsAsync<FabricServiceNotFoundException>(
                    () => client.ServiceManager.DeleteServiceAsync(new DeleteServiceDescription(name)));
                _ = await again.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");
                await client.ServiceManager.CreateServiceAsync(Second(name, replicas: 1));
                Assert.Equal("none", await again.AskPrimaryAsync("SfPerf/Second/Store", 7, "get a"));
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static StatefulServiceDescription Second(Uri name, int replicas) => new()
    {
        ApplicationName = Application,
        ServiceName = name,
        ServiceTypeName = "EchoStatefulType",
        HasPersistedState = true,
        TargetReplicaSetSize = replicas,
        MinReplicaSetSize = 1,
        PartitionSchemeDescription = new UniformInt64RangePartitionSchemeDescription(2, 0, 99),
        InitializationData = Encoding.UTF8.GetBytes("first words"),
    };
}
