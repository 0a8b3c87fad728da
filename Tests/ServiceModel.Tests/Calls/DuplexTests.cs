using System;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class DuplexTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData(typeof(ReentrantTalker))]
    [InlineData(typeof(MultipleTalker))]
    public void A_service_calls_its_client_back_and_uses_the_answer(Type service)
    {
        using var running = new Running<ITalker>(service);
        using var factory = Factory(running, new Listener());
        var channel = factory.CreateChannel();
        Assert.Equal("client says: hi", channel.Ask("hi"));
        ((IClientChannel)channel).Close();
    }

    [Fact]
    public async Task A_service_awaits_its_clients_answer()
    {
        using var running = new Running<ITalker>(typeof(MultipleTalker));
        using var factory = Factory(running, new Listener());
        Assert.Equal("client says: hi", await factory.CreateChannel().AskLaterAsync("hi").WaitAsync(Limit));
    }

    [Fact]
    public void A_single_service_may_not_wait_for_its_client()
    {
        using var running = new Running<ITalker>(
            typeof(SingleTalker), change: h => h.Description.Behaviors.Find<ServiceBehaviorAttribute>()!
                .IncludeExceptionDetailInFaults = true);
        var factory = Factory(running, new Listener());
        var error = Assert.Throws<FaultException<ExceptionDetail>>(() => factory.CreateChannel().Ask("hi"));
        Assert.Equal(typeof(InvalidOperationException).FullName, error.Detail.Type);
        Assert.Contains("deadlock", error.Message, StringComparison.Ordinal);
        factory.Abort();
    }

    [Fact]
    public async Task A_one_way_callback_arrives_also_from_a_single_service()
    {
        using var running = new Running<ITalker>(typeof(SingleTalker));
        var listener = new Listener();
        using var factory = Factory(running, listener);
        factory.CreateChannel().Shout("hey");
        Assert.Equal("hey", await listener.Heard.Task.WaitAsync(Limit));
    }

    [Fact]
    public void A_plain_factory_refuses_a_contract_that_calls_back()
    {
        using var running = new Running<ITalker>(typeof(SingleTalker));
        Assert.Throws<InvalidOperationException>(() => running.Factory.CreateChannel());
    }

    [Fact]
    public void Order_of_operations_is_kept_to()
    {
        using var running = new Running<ISteps>(typeof(Steps));
        var early = running.Factory.CreateChannel();
        Assert.Throws<InvalidOperationException>(() => early.Middle());
        var channel = running.Factory.CreateChannel();
        Assert.Equal(1, channel.First());
        Assert.Equal(2, channel.Middle());
        Assert.Equal(3, channel.Last());
        Assert.Throws<InvalidOperationException>(() => channel.Middle());
        ((IClientChannel)channel).Close();
        Assert.Equal(CommunicationState.Closed, ((IClientChannel)channel).State);
    }

    [Fact]
    public void A_contract_with_callbacks_needs_a_duplex_factory()
    {
        var (binding, address) = (new NetTcpBinding(SecurityMode.None), new EndpointAddress("net.tcp://localhost:1/x"));
        using var factory = new ChannelFactory<ITalker>(binding, address);
        Assert.Contains("use DuplexChannelFactory",
            Assert.Throws<InvalidOperationException>(() => factory.CreateChannel()).Message);
        Assert.Contains("use DuplexChannelFactory", Assert.Throws<InvalidOperationException>(
            () => ChannelFactory<ITalker>.CreateChannel(binding, address)).Message);
    }

    private static DuplexChannelFactory<ITalker> Factory(Running<ITalker> running, Listener listener) =>
        new(listener, new NetTcpBinding(SecurityMode.None), running.Address);
}
