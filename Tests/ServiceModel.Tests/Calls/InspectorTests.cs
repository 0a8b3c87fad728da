using System;
using System.Collections.Concurrent;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Message inspectors, on both sides of every binding.</summary>
public sealed class InspectorTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    public static TheoryData<string> Schemes => Bindings.Schemes;

    [Theory]
    [MemberData(nameof(Schemes))]
    public async Task Both_sides_see_requests_and_replies(string scheme)
    {
        var (client, server) = (new Inspectors(), new Inspectors());
        using var running = Start(scheme, client, server);
        var channel = running.Factory.CreateChannel();
        Assert.Equal(3, channel.Divide(7, 2, out var rest));
        Assert.Equal(1, rest);
        Assert.Equal("none", await channel.HeaderAfterWaitAsync("x").WaitAsync(Limit));
        Assert.Equal("refused", Assert.Throws<FaultException>(channel.Refuse).Message);
        channel.Note("x");
        Assert.Equal(3, channel.Divide(7, 2, out rest));
        string[] calls = ["request Divide", "reply of Divide", "request HeaderAfterWait", "reply of HeaderAfterWait",
            "request Refuse", "fault of Refuse", "request Note"];
        Assert.Equal([.. calls, "request Divide", "reply of Divide"], client.Seen);
        // The one-way call may end after the next has begun.
        Assert.Equal(
            calls.Concat(["no reply of Note", "request Divide", "reply of Divide"]).Order(StringComparer.Ordinal),
            server.Seen.Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void Inspectors_add_headers_that_the_other_side_reads(string scheme)
    {
        var client = new Inspectors { OnRequest = (ref Message m) => m.Headers.Add(Header("user", "me")) };
        var server = new Inspectors { OnReply = (ref Message m) => m.Headers.Add(Header("served", "yes")) };
        using var running = Start(scheme, client, server);
        var channel = running.Factory.CreateChannel();
        using var scope = new OperationContextScope((IContextChannel)channel);
        OperationContext.Current!.OutgoingMessageHeaders.Add(Header("scope", "too"));
        Assert.Equal("me", channel.Header("user"));
        var incoming = OperationContext.Current.IncomingMessageHeaders;
        Assert.Equal("yes", incoming.GetHeader<string>("served", Mirror.Space));
        Assert.Equal("too", channel.Header("scope"));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_copy_can_be_read_and_the_message_goes_on(string scheme)
    {
        var texts = new ConcurrentQueue<string>();
        void Copy(ref Message message)
        {
            using var buffer = message.CreateBufferedCopy(int.MaxValue);
            texts.Enqueue(buffer.CreateMessage().ToString());
            message = buffer.CreateMessage();
        }

        using var running = Start(
            scheme, new() { OnRequest = Copy, OnReply = Copy }, new() { OnRequest = Copy, OnReply = Copy });
        Assert.Equal(21, running.Factory.CreateChannel().Divide(42, 2, out _));
        Assert.Equal(4, texts.Count);
        Assert.All(texts, t => Assert.Equal("Envelope", XmlText.Parse(t).Name.LocalName));
        Assert.Equal(2, texts.Count(t => t.Contains(">42<", StringComparison.Ordinal)));
        Assert.Equal(2, texts.Count(t => t.Contains(">21<", StringComparison.Ordinal)));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_request_may_be_replaced(string scheme)
    {
        static void Replace(ref Message message)
        {
            using var reader = message.GetReaderAtBodyContents();
            var body = XmlText.Parse(reader.ReadOuterXml().Replace(">42<", ">84<", StringComparison.Ordinal));
            var replaced = Message.CreateMessage(message.Version, message.Headers.Action, body.CreateReader());
            replaced.Headers.To = message.Headers.To;
            message = replaced;
        }

        using var running = Start(scheme, new() { OnRequest = ReplaceNumber }, new());
        Assert.Equal(42, running.Factory.CreateChannel().Divide(42, 2, out _));
        using var second = Start(scheme, new(), new() { OnRequest = ReplaceNumber });
        Assert.Equal(42, second.Factory.CreateChannel().Divide(42, 2, out _));

        static void ReplaceNumber(ref Message message)
        {
            if (message.Headers.Action!.EndsWith("Divide", StringComparison.Ordinal))
                Replace(ref message);
        }
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_service_inspector_may_refuse_a_call_and_the_session_goes_on(string scheme)
    {
        var refuses = true;
        void Check(ref Message message)
        {
            if (refuses)
                throw new FaultException("not you");
        }

        using var running = Start(scheme, new(), new() { OnRequest = Check });
        var channel = running.Factory.CreateChannel();
        Assert.Equal("not you", Assert.Throws<FaultException>(() => channel.Header("x")).Message);
        refuses = false;
        Assert.Equal("none", channel.Header("x"));
    }

    [Fact]
    public async Task What_a_client_inspector_throws_its_call_throws()
    {
        static void Fail(ref Message message) => throw new TimeZoneNotFoundException("here");
        using var running = Start("net.tcp", new() { OnReply = Fail }, new());
        var channel = running.Factory.CreateChannel();
        Assert.Throws<TimeZoneNotFoundException>(() => channel.Header("x"));
        await Assert.ThrowsAsync<TimeZoneNotFoundException>(
            () => channel.HeaderAfterWaitAsync("x").WaitAsync(Limit));
        Assert.Equal(CommunicationState.Opened, ((IClientChannel)channel).State);
    }

    [Fact]
    public void A_body_is_used_once()
    {
        var message = Message.CreateMessage(MessageVersion.Soap11, "urn:a", "text");
        Assert.Equal(MessageState.Created, message.State);
        Assert.Equal("text", message.GetBody<string>());
        Assert.Equal(MessageState.Read, message.State);
        Assert.Throws<InvalidOperationException>(() => message.GetBody<string>());
        message.Close();
        Assert.Throws<ObjectDisposedException>(() => message.GetBody<string>());
        Assert.True(Message.CreateMessage(MessageVersion.Soap11, "urn:a").IsEmpty);
        Assert.Throws<QuotaExceededException>(
            () => Message.CreateMessage(MessageVersion.Soap11, "urn:a", "text").CreateBufferedCopy(5));
    }

    [Fact]
    public void A_fault_made_by_hand_is_read_as_one()
    {
        var message = Message.CreateMessage(
            MessageVersion.Soap12WSAddressing10, FaultCode.CreateSenderFaultCode("Odd", "urn:odd"), "why", 7, "urn:f");
        Assert.True(message.IsFault);
        var fault = MessageFault.CreateFault(message, int.MaxValue);
        Assert.Equal(("Odd", "why", 7), (fault.Code.SubCode!.Name, fault.Reason.ToString(), fault.GetDetail<int>()));
    }

    private static MessageHeader Header(string name, string value) =>
        MessageHeader.CreateHeader(name, Mirror.Space, value);

    private static Running<IMirror> Start(string scheme, Inspectors client, Inspectors server)
    {
        var running = new Running<IMirror>(
            typeof(Mirror), Bindings.Of(scheme), h => h.Description.Endpoints[0].Behaviors.Add(server));
        running.Factory.Endpoint.EndpointBehaviors.Add(client);
        return running;
    }
}
