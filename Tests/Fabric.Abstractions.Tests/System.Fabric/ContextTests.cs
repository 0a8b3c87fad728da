using System.Fabric;
using SfPerf.Fabric.Abstractions.Tests.Services.Runtime;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.FabricTypes;

public sealed class ContextTests
{
    [Fact]
    public void An_unknown_endpoint_is_refused_with_the_names_there_are()
    {
        var thrown = Assert.Throws<FabricElementNotFoundException>(() => TestContexts.Activation.GetEndpoint("X"));
        Assert.Equal("Endpoint 'X' is not in StorePkg, which has: StoreEndpoint.", thrown.Message);
        Assert.Equal(FabricErrorCode.EndpointResourceNotFound, thrown.ErrorCode);
        Assert.Equal(7001, TestContexts.Activation.GetEndpoint("StoreEndpoint").Port);
    }

    [Fact]
    public void An_unknown_configuration_package_is_refused_with_the_names_there_are()
    {
        var thrown = Assert.Throws<FabricElementNotFoundException>(
            () => TestContexts.Activation.GetConfigurationPackageObject("X"));
        Assert.Equal("Configuration package 'X' is not in StorePkg, which has: Config.", thrown.Message);
    }

    [Fact]
    public void A_service_listens_where_its_node_does_unless_told_otherwise()
    {
        var context = TestContexts.Stateful();
        Assert.Equal(("127.0.0.1", "127.0.0.1"), (context.ListenAddress, context.PublishAddress));
        Assert.Equal("{11111111-2222-3333-4444-555555555555}:7", context.TraceId);
        Assert.Equal(context.ReplicaOrInstanceId, context.ReplicaId);
    }

    [Theory]
    [InlineData("0", 0, 0)]
    [InlineData("bf865279ba277deb864a976fbf4c200e", 0xbf865279ba277debul, 0x864a976fbf4c200eul)]
    public void A_node_id_is_hexadecimal(string text, ulong high, ulong low)
    {
        Assert.True(NodeId.TryParse(text, out var id));
        Assert.Equal(new NodeId(high, low), id);
        Assert.Equal(text, id.ToString());
        Assert.False(NodeId.TryParse("node", out _));
    }

    [Fact]
    public void Epochs_order_by_data_loss_first()
    {
        Assert.True(new Epoch(1, 9) < new Epoch(2, 1));
        Assert.True(new Epoch(2, 2) > new Epoch(2, 1));
        Assert.True(new Epoch(2, 2) == new Epoch(2, 2));
    }

    [Fact]
    public void A_fabric_exception_carries_its_code_as_hresult()
    {
        var exception = new FabricNotPrimaryException();
        Assert.Equal(FabricErrorCode.NotPrimary, exception.ErrorCode);
        Assert.Equal(unchecked((int)FabricErrorCode.NotPrimary), exception.HResult);
        Assert.Equal(FabricErrorCode.NotPrimary, new FabricException("x", exception.HResult).ErrorCode);
    }
}
