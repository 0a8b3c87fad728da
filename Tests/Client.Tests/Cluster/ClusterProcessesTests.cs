using SfPerf.Client.Cluster;
using Xunit;
using static SfPerf.Client.Tests.Cluster.Statuses;

namespace SfPerf.Client.Tests.Cluster;

public sealed class ClusterProcessesTests
{
    [Fact]
    public void A_status_names_manager_nodes_and_hosts()
    {
        var processes = ClusterProcesses.Read(Status(
        [
            Node("_Node_0", "Up", 5, ("SfPerf.StatefulStore", 7), ("x", 0)),
            Node("_Node_1", "Down", 0),
        ]));
        Assert.Equal([("StatefulStore _Node_0", 7)], processes.Hosts);
        Assert.Equal([1, 5, 7], processes.All);
    }

    [Fact]
    public void Of_a_cluster_that_tells_no_processes_none_are_known() =>
        Assert.Empty(ClusterProcesses.Read(Status([Node("_Node_0", "Up", null)]) with { Pid = null }).All);

    [Theory]
    [InlineData("http://127.0.0.1:19080", true)]
    [InlineData("http://localhost:19080", true)]
    [InlineData("http://[::1]:19080", true)]
    [InlineData("http://10.0.0.4:19080", false)]
    public void Processes_of_another_machine_are_not_ours(string gateway, bool here) =>
        Assert.Equal(here, ClusterProcesses.AreHere(gateway));
}
