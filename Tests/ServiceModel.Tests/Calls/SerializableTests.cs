using System.ServiceModel;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Types that are no data contracts but [Serializable] and ISerializable, exceptions above all.</summary>
public sealed class SerializableTests
{
    [Fact]
    public void An_exception_as_a_faults_detail_comes_back_whole()
    {
        using var running = new Running<IAccount>(typeof(Account));
        var channel = running.Factory.CreateChannel();
        var fault = Assert.Throws<FaultException<Overdrawn>>(() => channel.Draw(7));
        Assert.Equal(("declared", "too much", 7), (fault.Message, fault.Detail.Message, fault.Detail.By));
        Assert.Equal("again", channel.Pass(new("again", 1))!.Message);
    }

    [Fact]
    public void An_exception_as_parameter_and_result_comes_back_whole()
    {
        using var running = new Running<IAccount>(typeof(Account), new BasicHttpBinding());
        var channel = running.Factory.CreateChannel();
        var back = channel.Pass(new Overdrawn("passed on", 5))!;
        Assert.Equal(("passed on", 5), (back.Message, back.By));
        Assert.Null(channel.Pass(null));
    }

    [Fact]
    public void A_detail_that_cannot_be_made_again_is_told_and_the_session_goes_on()
    {
        using var running = new Running<IAccount>(typeof(Account));
        var channel = running.Factory.CreateChannel();
        var error = Assert.ThrowsAny<CommunicationException>(() => channel.Draw(-1));
        Assert.Contains(nameof(Purse), error.Message, System.StringComparison.Ordinal);
        Assert.Equal("still here", channel.Pass(new("still here", 1))!.Message);
    }

    [Fact]
    public void A_thrown_exception_is_told_like_any_other()
    {
        using var running = new Running<IAccount>(
            typeof(Account),
            change: h => h.Description.Behaviors.Find<ServiceBehaviorAttribute>()!
                .IncludeExceptionDetailInFaults = true);
        var fault = Assert.Throws<FaultException<ExceptionDetail>>(() => running.Factory.CreateChannel().Draw(0));
        Assert.Equal((typeof(Overdrawn).FullName, "thrown"), (fault.Detail.Type, fault.Detail.Message));
    }
}
