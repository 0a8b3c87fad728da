using System.ServiceModel;
using System.ServiceModel.Description;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Behaviors of operations and the inspectors of parameters that they add.</summary>
public sealed class ParameterInspectorTests
{
    public static TheoryData<string> Schemes => Bindings.Schemes;

    [Theory]
    [MemberData(nameof(Schemes))]
    public void Both_sides_see_and_change_the_parameters(string scheme)
    {
        CountingAttribute.Seen.Clear();
        using var running = new Running<ICounted>(typeof(Counted), Bindings.Of(scheme));
        var channel = running.Factory.CreateChannel();
        Assert.Equal(4, channel.Divide(7, 2, out var rest));
        Assert.Equal(1, rest);
        Assert.Equal(12, channel.Double(5));
        Assert.Equal(
            ["before Divide(7,2)", "before Divide(8,2)", "after Divide: 4 (1) 6", "after Divide: 4 (1) 6",
                "before Double(5)", "after Double: 12 () 6"],
            CountingAttribute.Seen);
    }

    [Fact]
    public void A_behavior_of_one_factory_is_none_of_the_others()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var add = running.Factory.Endpoint.Contract.Operations.Find("Add")!;
        add.OperationBehaviors.Add(new CountingAttribute());
        Assert.Equal(4, running.Factory.CreateChannel().Add(1, 2));
        using var other = new ChannelFactory<IGreeter>(new NetTcpBinding(SecurityMode.None), running.Address);
        Assert.Equal(3, other.CreateChannel().Add(1, 2));
        Assert.Empty(ContractDescription.GetContract(typeof(IGreeter)).Operations.Find("Add")!.Behaviors);
    }
}
