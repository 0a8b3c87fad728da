using SfPerf.Fabric.Cluster.Failover;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Control;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class PartitionHealthTextTests
{
    [Fact]
    public void What_serves_with_a_replica_less_says_which_one_is_down()
    {
        var partition = new PartitionSnapshot
        {
            Status = PartitionStatus.Ready, Health = Health.Warning,
            Replicas =
            [
                Replica(1, "_Node_3", ReplicaStatus.Down), Replica(2, "_Node_0", ReplicaStatus.Ready),
                Replica(3, "_Node_1", ReplicaStatus.InBuild),
            ],
        };
        Assert.Equal("It serves. 1 of 3 replicas is ready (_Node_1 is being built, _Node_3 is down).",
            PartitionHealthText.Of(partition, stateful: true, wanted: 3));
    }

    [Fact]
    public void What_does_not_serve_says_until_when_and_what_went_wrong_last()
    {
        var partition = new PartitionSnapshot
        {
            Status = PartitionStatus.InQuorumLoss, Health = Health.Error, LastError = "The disk is gone.",
            Replicas = [Replica(1, "_Node_3", ReplicaStatus.Dropped)],
        };
        Assert.Equal("In quorum loss: it takes no writes until more replicas are up. 0 of 3 replicas are ready "
            + "(_Node_3 has lost its state). The disk is gone.",
            PartitionHealthText.Of(partition, stateful: true, wanted: 3));
        Assert.Equal("It has not served yet. 0 of 5 instances are ready.", PartitionHealthText.Of(
            new PartitionSnapshot { Status = PartitionStatus.NotReady, Health = Health.Warning },
            stateful: false, wanted: 5));
    }

    private static ReplicaSnapshot Replica(long id, string node, ReplicaStatus status) =>
        new() { Id = id, Node = node, Role = Role.ActiveSecondary, Status = status };
}
