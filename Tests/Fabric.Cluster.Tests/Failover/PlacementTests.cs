using SfPerf.Fabric.Cluster.Failover;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Failover;

public sealed class PlacementTests
{
    private static readonly string[] Nodes = ["N0", "N1", "N2", "N3", "N4"];

    [Fact]
    public void The_emptiest_node_comes_first_and_ties_keep_the_nodes_order() =>
        Assert.Equal(["N1", "N4", "N0", "N2", "N3"],
            Placement.Order(Nodes, ["N0", "N2", "N3", "N3"], ["N2"], spread: 0));

    [Fact]
    public void Of_equally_loaded_nodes_one_without_the_same_package_comes_first() =>
        Assert.Equal("N3", Placement.Order(["N2", "N3"], ["N2", "N3"], ["N2"], spread: 0)[0]);

    [Fact]
    public void A_node_that_is_down_is_no_candidate() =>
        Assert.DoesNotContain("N4", Placement.Order(Nodes[..4], ["N4"], [], spread: 0));
}
