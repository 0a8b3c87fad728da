using System.Text.Json;
using SfPerf.Client.Cluster;
using Xunit;

namespace SfPerf.Client.Tests.Cluster;

public sealed class ClusterProcessesTests
{
    [Fact]
    public void A_status_names_manager_nodes_and_hosts()
    {
        var processes = ClusterProcesses.Read(JsonElement.Parse(
            """
            {"pid":3,"nodes":[{"name":"_Node_0","pid":5,
             "hosts":[{"program":"SfPerf.StatefulStore","pid":7},{"program":"x","pid":0}]},{"name":"_Node_1"}]}
            """));
        Assert.Equal([("StatefulStore _Node_0", 7)], processes.Hosts);
        Assert.Equal([3, 5, 7], processes.All);
        Assert.Empty(ClusterProcesses.Read(JsonElement.Parse("{}")).All);
    }

    [Theory]
    [InlineData("http://127.0.0.1:19080", true)]
    [InlineData("http://localhost:19080", true)]
    [InlineData("http://[::1]:19080", true)]
    [InlineData("http://10.0.0.4:19080", false)]
    public void Processes_of_another_machine_are_not_ours(string gateway, bool here) =>
        Assert.Equal(here, ClusterProcesses.AreHere(gateway));
}
