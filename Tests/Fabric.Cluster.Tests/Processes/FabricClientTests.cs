using System;
using System.Fabric;
using System.Fabric.Health;
using System.Fabric.Query;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Gateway;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>What a program learns of a running cluster through FabricClient.</summary>
[Collection("processes")]
public sealed class FabricClientTests(OneNodeCluster one) : IClassFixture<OneNodeCluster>
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
}
