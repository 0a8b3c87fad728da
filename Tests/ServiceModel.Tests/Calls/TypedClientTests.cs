using System;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Clients derived from ClientBase and DuplexClientBase.</summary>
public sealed class TypedClientTests : IDisposable
{
    private static readonly NetTcpBinding Binding = new(SecurityMode.None);
    private static readonly EndpointAddress Nowhere = new("net.tcp://127.0.0.1:1/x");

    private readonly Running<IGreeter> _running = new(typeof(Greeter));
    private readonly GreeterClient _client;

    public TypedClientTests() => _client = new(Binding, _running.Address);

    public void Dispose()
    {
        _client.Abort();
        _running.Dispose();
    }

    [Fact]
    public void Open_opens_the_factory_and_the_channel_and_close_closes_both()
    {
        Assert.Equal(CommunicationState.Created, _client.State);
        _client.Open();
        Assert.Equal(CommunicationState.Opened, _client.State);
        Assert.Equal(CommunicationState.Opened, _client.ChannelFactory.State);
        Assert.Equal("Hello, x", _client.Greet("x"));
        _client.Close();
        Assert.Equal(CommunicationState.Closed, _client.State);
        Assert.Equal(CommunicationState.Closed, _client.InnerChannel.State);
        Assert.Equal(CommunicationState.Closed, _client.ChannelFactory.State);
    }

    [Fact]
    public async Task Begin_and_end_do_the_same()
    {
        var client = (ICommunicationObject)_client;
        await Task.Factory.FromAsync(client.BeginOpen, client.EndOpen, null);
        Assert.Equal(CommunicationState.Opened, _client.InnerChannel.State);
        await Task.Factory.FromAsync(client.BeginClose, client.EndClose, null);
        Assert.Equal(CommunicationState.Closed, _client.InnerChannel.State);
        Assert.Equal(CommunicationState.Closed, _client.ChannelFactory.State);
    }

    [Fact]
    public async Task Disposing_closes_or_aborts_and_does_not_throw()
    {
        _client.Greet("x");
        await ((IAsyncDisposable)_client).DisposeAsync();
        Assert.Equal(CommunicationState.Closed, _client.State);
        var broken = new GreeterClient(Binding, Nowhere);
        Assert.Throws<EndpointNotFoundException>(() => broken.Greet("x"));
        await ((IAsyncDisposable)broken).DisposeAsync();
        Assert.Equal(CommunicationState.Closed, broken.State);
    }

    [Fact]
    public void Without_a_channel_the_factory_says_the_state()
    {
        _client.ChannelFactory.CreateChannel();
        Assert.Equal(CommunicationState.Opened, _client.State);
        ((ICommunicationObject)_client).Close(TimeSpan.FromSeconds(30));
        Assert.Equal(CommunicationState.Closed, _client.State);
    }

    [Fact]
    public void A_duplex_client_is_called_back()
    {
        using var running = new Running<ITalker>(typeof(MultipleTalker));
        using var client = new TalkerClient(new(new Listener()), Binding, running.Address);
        Assert.Equal("client says: hi", client.Ask("hi"));
        Assert.IsType<Listener>(client.InnerDuplexChannel.CallbackInstance!.GetServiceInstance());
    }

    [Fact]
    public void What_is_missing_is_named()
    {
        var callbacks = new InstanceContext(new Listener());
        Assert.Throws<ArgumentNullException>("callbackInstance", () => new TalkerClient(null!, Binding, Nowhere));
        Assert.Throws<ArgumentNullException>("binding", () => new TalkerClient(callbacks, null!, Nowhere));
        Assert.Throws<ArgumentNullException>("remoteAddress", () => new TalkerClient(callbacks, Binding, null!));
        Assert.Throws<ArgumentNullException>("remoteAddress", () => new GreeterClient(Binding, null!));
    }

    [Fact]
    public void Operations_and_behaviors_are_found_by_their_names_in_WCF()
    {
        var contract = _client.Endpoint.Contract;
        Assert.True(contract.Operations.Find("Fire")!.IsOneWay);
        Assert.Null(contract.Operations.Find("Water"));
        Assert.Single(contract.Operations.FindAll("Add"));
        Assert.Same(_client.Endpoint.Behaviors, _client.Endpoint.EndpointBehaviors);
    }
}
