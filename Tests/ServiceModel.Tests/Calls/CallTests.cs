using System;
using System.Collections.Generic;
using System.ServiceModel;
using System.ServiceModel.Channels;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>What every binding must do.</summary>
public abstract class CallTests : IDisposable
{
    private readonly Running<IGreeter> _running;
    private readonly IGreeter _channel;

    protected CallTests(Binding binding)
    {
        _running = new(typeof(Greeter), binding);
        _channel = _running.Factory.CreateChannel();
    }

    public void Dispose()
    {
        ((IClientChannel)_channel).Abort();
        _running.Dispose();
        GC.SuppressFinalize(this);
    }

    [Theory]
    [InlineData("Bob")]
    [InlineData("")]
    [InlineData("Zoë <&> 世")]
    public void Text_comes_back(string text) => Assert.Equal("Hello, " + text, _channel.Greet(text));

    [Fact]
    public void Null_comes_back() => Assert.Null(_channel.Greet(null!));

    [Fact]
    public void Thirty_thousand_characters_come_back()
    {
        var text = new string('x', 30000);
        Assert.Equal("Hello, " + text, _channel.Greet(text));
    }

    [Fact]
    public void Numbers_come_back() => Assert.Equal(42, _channel.Add(2, 40));

    [Fact]
    public void A_data_contract_comes_back()
    {
        var item = new Item
        {
            Id = 1,
            Name = "n",
            Blob = [1, 2, 3],
            Vals = [1, 2.5],
            When = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            G = Guid.NewGuid(),
        };
        var back = _channel.Round(item);
        Assert.Equal(2, back.Id);
        Assert.Equal(item.Name, back.Name);
        Assert.Equal(item.Blob, back.Blob);
        Assert.Equal(new List<double> { 1, 2.5 }, back.Vals);
        Assert.Equal(item.When, back.When);
        Assert.Equal(item.G, back.G);
    }

    [Fact]
    public void A_typed_fault_arrives_as_its_exception_and_the_channel_goes_on()
    {
        var error = Assert.Throws<FaultException<GreetFault>>(() => _channel.Fail("typed"));
        Assert.Equal(7, error.Detail.Code);
        Assert.Equal("typed failure", error.Message);
        Assert.Equal(3, _channel.Add(1, 2));
    }

    [Fact]
    public void A_plain_fault_arrives_and_the_channel_goes_on()
    {
        var error = Assert.Throws<FaultException>(() => _channel.Fail("plain"));
        Assert.Equal("plain failure", error.Message);
        Assert.True(error.Code.IsSenderFault);
        Assert.Equal(3, _channel.Add(1, 2));
    }

    [Fact]
    public void An_unexpected_exception_arrives_as_internal_fault_without_its_text()
    {
        var error = Assert.Throws<FaultException>(() => _channel.Fail("other"));
        Assert.Equal("InternalServiceFault", (error.Code.SubCode ?? error.Code).Name);
        Assert.DoesNotContain("boom", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_one_way_call_arrives()
    {
        var before = _channel.Fired();
        _channel.Fire("x");
        for (var i = 0; i < 100_000 && _channel.Fired() == before; i++)
            _channel.Greet("wait");
        Assert.True(_channel.Fired() > before);
    }

    [Fact]
    public void A_reply_over_the_quota_is_refused_by_its_size()
    {
        var binding = new CustomBinding(_running.Endpoint.Binding!);
        binding.Elements.Find<TransportBindingElement>()!.MaxReceivedMessageSize = 4096;
        var factory = new ChannelFactory<IGreeter>(binding, _running.Address);
        var channel = factory.CreateChannel();
        Assert.Equal("Hello, x", channel.Greet("x"));
        var error = Assert.ThrowsAny<CommunicationException>(() => channel.Greet(new string('x', 5000)));
        Assert.IsType<QuotaExceededException>(error.InnerException);
        factory.Abort();
    }

    [Fact]
    public void Nobody_at_the_address_is_an_endpoint_not_found()
    {
        var uri = new UriBuilder(_running.Address.Uri);
        uri.Path += "nobody";
        var channel = _running.Factory.CreateChannel(new EndpointAddress(uri.Uri));
        Assert.Throws<EndpointNotFoundException>(() => channel.Greet("x"));
    }

    [Fact]
    public void A_closed_host_is_an_endpoint_not_found()
    {
        _running.Host.Close();
        Assert.Equal(CommunicationState.Closed, _running.Host.State);
        Assert.Throws<EndpointNotFoundException>(() => _running.Factory.CreateChannel().Greet("x"));
    }

    [Fact]
    public void Close_leaves_the_channel_closed_and_the_factory_usable()
    {
        Assert.Equal(3, _channel.Add(1, 2));
        ((IClientChannel)_channel).Close();
        Assert.Equal(CommunicationState.Closed, ((IClientChannel)_channel).State);
        Assert.Throws<ObjectDisposedException>(() => _channel.Add(1, 2));
        var next = _running.Factory.CreateChannel();
        Assert.Equal("Hello, again", next.Greet("again"));
    }
}
