using SfPerf.Fabric.Cluster.Management;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

/// <summary>Names of services without their application.</summary>
public sealed class ServiceNamesTests
{
    private static readonly string[] Names =
        ["fabric:/A/Store", "fabric:/B/Store", "fabric:/B/Echo", "fabric:/C/Sub/One"];

    [Theory]
    [InlineData("Echo", "fabric:/B/Echo")]
    [InlineData("fabric:/Echo", "fabric:/B/Echo")]
    [InlineData("One", "fabric:/C/Sub/One")]
    [InlineData("B/Echo", "fabric:/B/Echo")]
    [InlineData("fabric:/A/Store", "fabric:/A/Store")]
    [InlineData("fabric:/A/None", "fabric:/A/None")]
    [InlineData("None", "fabric:/None")]
    [InlineData("cho", "fabric:/cho")]
    [InlineData("Sub/One", "fabric:/Sub/One")]
    public void A_name_of_one_part_is_the_only_service_that_ends_so(string asked, string full) =>
        Assert.Equal(full, ServiceNames.Full(asked, Names));

    [Fact]
    public void A_name_of_several_services_is_refused_with_all_of_them()
    {
        var refused = Assert.Throws<ClusterException>(() => ServiceNames.Full("Store", Names));
        Assert.Equal(("E_INVALIDARG",
            "'Store' is the name of 2 services. Allowed: fabric:/A/Store, fabric:/B/Store."),
            (refused.Code, refused.Message));
    }
}
