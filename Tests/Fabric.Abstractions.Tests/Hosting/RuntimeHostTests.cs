using System;
using System.Fabric;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.Fabric.ProgrammingModel;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Hosting;

public sealed class RuntimeHostTests
{
    [Fact]
    public async Task A_service_started_by_hand_is_told_so()
    {
        Assert.Null(Environment.GetEnvironmentVariable(RuntimeHost.CodePathVariable));
        var thrown = await Assert.ThrowsAsync<FabricException>(() => ServiceRuntime.RegisterServiceAsync(
            "StoreType", (StatefulServiceContext _) => throw new InvalidOperationException()));
        Assert.StartsWith(
            "This program was started outside a cluster: FabricCodePath is not set.",
            thrown.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_is_connected_before_the_first_registration() =>
        Assert.Throws<InvalidOperationException>(() => RuntimeHost.Current);
}
