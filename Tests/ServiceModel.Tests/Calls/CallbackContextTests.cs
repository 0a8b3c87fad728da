using System;
using System.ServiceModel;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>What a callback may know and do.</summary>
public sealed class CallbackContextTests
{
    [Fact]
    public void A_callback_finds_the_clients_own_channel()
    {
        using var running = new Running<ITalker>(typeof(MultipleTalker));
        var listener = new ConcurrentAskingListener();
        using var factory = Factory(running, listener);
        var channel = factory.CreateChannel();
        Assert.Equal("hi", channel.Ask("hi"));
        Assert.Same(channel, listener.Service);
        Assert.Same(channel, listener.Channel);
        Assert.Null(listener.Refused);
    }

    [Fact]
    public void A_callback_that_runs_alone_may_not_wait_for_its_service()
    {
        using var running = new Running<ITalker>(typeof(MultipleTalker));
        var listener = new AskingListener();
        using var factory = Factory(running, listener);
        Assert.Equal("hi", factory.CreateChannel().Ask("hi"));
        Assert.Contains("deadlock", listener.Refused!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_proxy_is_named_by_its_contract()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        Assert.Equal(typeof(IGreeter).FullName, running.Factory.CreateChannel().ToString());
    }

    [Fact]
    public void Events_come_from_the_proxy()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var channel = running.Factory.CreateChannel();
        object? sender = null;
        ((IClientChannel)channel).Opened += (from, _) => sender = from;
        channel.Greet("x");
        Assert.Same(channel, sender);
    }

    private static DuplexChannelFactory<ITalker> Factory(Running<ITalker> running, AskingListener listener) =>
        new(listener, new NetTcpBinding(SecurityMode.None), running.Address);
}
