using SfPerf.Fabric.Cluster.Failover;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

public sealed class PlacementTests
{
    private static readonly string[] Nodes = ["N0", "N1", "N2", "N3", "N4"];

    [Fact]
    public void The_emptiest_node_comes_first_and_ties_keep_the_nodes_order() =>
        Assert.Equal(["N1", "N4", "N0", "N2", "N3"],
            Placement.Order(Nodes, ["N0", "N2", "N3", "N3"], [], spread: 0));

    [Fact]
    public void Nodes_that_run_the_packages_host_come_first_however_loaded() =>
        Assert.Equal(["N2", "N3", "N0", "N1", "N4"],
            Placement.Order(Nodes, ["N2", "N3", "N3"], ["N2", "N3"], spread: 0));

    [Fact]
    public void The_partitions_of_a_service_take_turns_among_equal_nodes() =>
        Assert.Equal(["N1", "N2", "N3", "N4", "N0"], Placement.Order(Nodes, [], [], spread: 4));

    [Fact]
    public void A_node_that_is_down_is_no_candidate() =>
        Assert.DoesNotContain("N4", Placement.Order(Nodes[..4], ["N4"], [], spread: 0));
}
