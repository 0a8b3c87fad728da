using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>What cannot be read costs its own call: the caller is told, and the session goes on.</summary>
public sealed class ReaderQuotaTests
{
    public static TheoryData<string> Schemes => Bindings.Schemes;

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_request_over_a_reader_quota_is_told_and_the_session_goes_on(string scheme)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Strict(scheme), client: Bindings.Of(scheme));
        var channel = running.Factory.CreateChannel();
        Assert.Equal("Hello, x", channel.Greet("x"));
        for (var i = 0; i < 2; i++)
        {
            var error = AssertUnread(scheme, () => channel.Greet(new string('x', 2000)));
            Assert.Contains("quota", error.Message, StringComparison.Ordinal);
        }

        Assert.Equal(CommunicationState.Opened, ((IClientChannel)channel).State);
        Assert.Equal("Hello, x", channel.Greet("x"));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_data_contract_over_a_reader_quota_is_told_and_the_session_goes_on(string scheme)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Strict(scheme), client: Bindings.Of(scheme));
        var channel = running.Factory.CreateChannel();
        AssertUnread(scheme, () => channel.Round(new() { Name = new string('x', 2000) }));
        Assert.Equal(2, channel.Round(new() { Id = 1, Name = "x" }).Id);
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_reply_over_a_reader_quota_fails_its_call_only(string scheme)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Bindings.Of(scheme), client: Strict(scheme));
        var channel = running.Factory.CreateChannel();
        var error = Assert.Throws<CommunicationException>(() => channel.Greet(new string('x', 2000)));
        Assert.IsType<QuotaExceededException>(error.InnerException);
        Assert.Equal("Hello, x", channel.Greet("x"));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void An_action_the_service_lacks_is_told_and_the_session_goes_on(string scheme)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Bindings.Of(scheme));
        var factory = new ChannelFactory<IOther>(Bindings.Of(scheme), running.Address);
        var channel = factory.CreateChannel();
        for (var i = 0; i < 2; i++)
            Assert.Throws<ActionNotSupportedException>(() => channel.Other());
        Assert.Equal(CommunicationState.Opened, ((IClientChannel)channel).State);
        factory.Abort();
    }

    // For SOAP 1.1 Microsoft's client has an exception of its own for a message that could not be read.
    private static CommunicationException AssertUnread(string scheme, Action call)
    {
        if (scheme == "http")
            return Assert.Throws<ProtocolException>(call);
        var error = Assert.Throws<FaultException>(call);
        Assert.Equal("DeserializationFailed", error.Code.SubCode!.Name);
        return error;
    }

    private static Binding Strict(string scheme)
    {
        var binding = Bindings.Of(scheme);
        var quotas = new XmlDictionaryReaderQuotas { MaxStringContentLength = 1000 };
        switch (binding)
        {
            case NetTcpBinding tcp:
                tcp.ReaderQuotas = quotas;
                break;
            case NetNamedPipeBinding pipe:
                pipe.ReaderQuotas = quotas;
                break;
            case BasicHttpBinding http:
                http.ReaderQuotas = quotas;
                break;
        }

        return binding;
    }
}
