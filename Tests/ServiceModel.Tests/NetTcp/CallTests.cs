using System;
using System.Collections.Generic;
using System.ServiceModel;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

public sealed class CallTests : IDisposable
{
    private readonly Running<IGreeter> _running = new(typeof(Greeter));
    private readonly IGreeter _channel;

    public CallTests() => _channel = _running.Factory.CreateChannel();

    public void Dispose()
    {
        ((IClientChannel)_channel).Abort();
        _running.Dispose();
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
        Assert.Equal("urn:probe/IGreeter/FailGreetFaultFault", error.Action);
        Assert.Equal(3, _channel.Add(1, 2));
    }

    [Fact]
    public void A_plain_fault_arrives_and_the_channel_goes_on()
    {
        var error = Assert.Throws<FaultException>(() => _channel.Fail("plain"));
        Assert.Equal("plain failure", error.Message);
        Assert.Equal("Sender", error.Code.Name);
        Assert.Equal(3, _channel.Add(1, 2));
    }

    [Fact]
    public void An_unexpected_exception_arrives_as_internal_fault_without_its_text()
    {
        var error = Assert.Throws<FaultException>(() => _channel.Fail("other"));
        Assert.Equal("Receiver", error.Code.Name);
        Assert.Equal("InternalServiceFault", error.Code.SubCode!.Name);
        Assert.DoesNotContain("boom", error.Message, StringComparison.Ordinal);
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
