using System;
using System.ServiceModel;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class TouchyTests : IDisposable
{
    private readonly Running<ITouchy> _running = new(typeof(TouchyService));
    private readonly ITouchy _channel;

    public TouchyTests() => _channel = _running.Factory.CreateChannel();

    public void Dispose() => _running.Dispose();

    [Fact]
    public void A_failing_dispose_spoils_neither_its_call_nor_the_next()
    {
        Assert.Equal(1, _channel.Minus(new() { Number = 3 }, 2).Number);
        Assert.Equal(2, _channel.Minus(new() { Number = 3 }, 1).Number);
    }

    [Fact]
    public void A_request_that_refuses_to_be_read_is_told_and_the_session_goes_on()
    {
        var error = Assert.Throws<FaultException>(() => _channel.Minus(new() { Number = -1 }, 1));
        Assert.Equal("DeserializationFailed", error.Code.SubCode!.Name);
        Assert.Equal(1, _channel.Minus(new() { Number = 2 }, 1).Number);
    }

    [Fact]
    public void A_reply_that_refuses_to_be_read_fails_its_call_only()
    {
        Assert.Throws<CommunicationException>(() => _channel.Minus(new() { Number = 1 }, 2));
        Assert.Equal(1, _channel.Minus(new() { Number = 2 }, 1).Number);
    }
}
