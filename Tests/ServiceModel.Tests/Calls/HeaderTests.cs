using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using System.Xml;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Headers of the caller's and of the service's own.</summary>
public sealed class HeaderTests
{
    public static TheoryData<string> Schemes => Bindings.Schemes;

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_header_of_a_scope_goes_with_its_calls_and_with_none_after(string scheme)
    {
        using var running = new Running<IMirror>(typeof(Mirror), Bindings.Of(scheme));
        var channel = running.Factory.CreateChannel();
        Assert.Equal("none", channel.Header("user"));
        using (new OperationContextScope((IContextChannel)channel))
        {
            Add("user", "Zoë <&>");
            Assert.Equal("Zoë <&>", channel.Header("user"));
            Assert.Equal("Zoë <&>", channel.Header("user"));
            Assert.Equal("none", channel.Header("other"));
        }

        Assert.Null(OperationContext.Current);
        Assert.Equal("none", channel.Header("user"));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public async Task A_scope_flows_over_awaits(string scheme)
    {
        using var running = new Running<IMirror>(typeof(Mirror), Bindings.Of(scheme));
        var channel = running.Factory.CreateChannel();
        using (new OperationContextScope((IContextChannel)channel))
        {
            Add("user", "before");
            Assert.Equal("before", await channel.HeaderAfterWaitAsync("user"));
            await Task.Yield();
            Add("second", "after");
            Assert.Equal("after", await channel.HeaderAfterWaitAsync("second"));
        }

        Assert.Equal("none", await channel.HeaderAfterWaitAsync("user"));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_typed_header_is_a_data_contract(string scheme)
    {
        using var running = new Running<IMirror>(typeof(Mirror), Bindings.Of(scheme));
        var channel = running.Factory.CreateChannel();
        using var scope = new OperationContextScope((IContextChannel)channel);
        var item = new MessageHeader<Item>(new() { Id = 7, Name = "seven" });
        OperationContext.Current!.OutgoingMessageHeaders.Add(item.GetUntypedHeader("item", Mirror.Space));
        var back = channel.ItemOfHeader("item");
        Assert.Equal((7, "seven"), (back.Id, back.Name));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_header_of_the_reply_is_seen_in_the_scope(string scheme)
    {
        using var running = new Running<IMirror>(typeof(Mirror), Bindings.Of(scheme));
        var channel = running.Factory.CreateChannel();
        using var scope = new OperationContextScope((IContextChannel)channel);
        Assert.True(OperationContext.Current!.IsUserContext);
        Assert.Null(OperationContext.Current.IncomingMessageHeaders);
        channel.Answer("yes");
        var headers = OperationContext.Current.IncomingMessageHeaders!;
        Assert.Equal("yes", headers.GetHeader<string>("answer", Mirror.Space));
        var error = Assert.Throws<MessageHeaderException>(() => headers.GetHeader<string>("lacks", Mirror.Space));
        Assert.Equal(("lacks", Mirror.Space), (error.HeaderName, error.HeaderNamespace));
    }

    [Fact]
    public void A_scope_is_of_one_channel()
    {
        using var running = new Running<IMirror>(typeof(Mirror));
        var mine = running.Factory.CreateChannel();
        var other = running.Factory.CreateChannel();
        using var scope = new OperationContextScope((IContextChannel)mine);
        Add("user", "me");
        Assert.Equal("me", mine.Header("user"));
        Assert.Equal("none", other.Header("user"));
    }

    [Fact]
    public void Scopes_nest_and_end_in_order()
    {
        using var running = new Running<IMirror>(typeof(Mirror));
        var channel = running.Factory.CreateChannel();
        var outer = new OperationContextScope((IContextChannel)channel);
        Add("user", "outer");
        using (new OperationContextScope((IContextChannel)channel))
        {
            Assert.Equal("none", channel.Header("user"));
            Assert.Throws<InvalidOperationException>(outer.Dispose);
        }

        Assert.Equal("outer", channel.Header("user"));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_header_that_must_be_understood_and_is_not_refuses_the_call(string scheme)
    {
        using var running = new Running<IMirror>(typeof(Mirror), Bindings.Of(scheme));
        var channel = running.Factory.CreateChannel();
        using (new OperationContextScope((IContextChannel)channel))
        {
            OperationContext.Current!.OutgoingMessageHeaders.Add(
                MessageHeader.CreateHeader("user", Mirror.Space, "me", mustUnderstand: true));
            var error = Assert.Throws<ProtocolException>(() => channel.Header("user"));
            Assert.Contains("'user'", error.Message, StringComparison.Ordinal);
        }

        Assert.Equal("none", channel.Header("user"));
    }

    [Fact]
    public void A_name_of_the_callers_goes_with_the_call_and_the_address_is_the_channels()
    {
        using var running = new Running<IAddressee>(typeof(Addressee));
        var channel = running.Factory.CreateChannel();
        using var scope = new OperationContextScope((IContextChannel)channel);
        var headers = OperationContext.Current!.OutgoingMessageHeaders;
        headers.To = new("urn:somebody");
        headers.MessageId = new(Guid.NewGuid());
        Assert.Equal(running.Address.Uri.OriginalString, channel.To());
        Assert.Equal(headers.MessageId, OperationContext.Current.IncomingMessageHeaders.RelatesTo);
        headers.MessageId = new("urn:no-guid");
        Assert.Throws<NotSupportedException>(() => channel.To());
    }

    [Fact]
    public void A_header_written_by_hand_arrives()
    {
        using var running = new Running<IMirror>(typeof(Mirror));
        var channel = running.Factory.CreateChannel();
        using var scope = new OperationContextScope((IContextChannel)channel);
        OperationContext.Current!.OutgoingMessageHeaders.Add(new Written());
        Assert.Equal("by hand", channel.Header("written"));
        Assert.Contains("by hand", new Written().ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Headers_of_one_message_are_found_counted_and_removed()
    {
        var headers = new MessageHeaders(MessageVersion.Soap12WSAddressing10) { Action = "urn:a" };
        headers.Add(MessageHeader.CreateHeader("h", "urn:h", 1));
        Assert.Equal((2, 1), (headers.Count, headers.FindHeader("h", "urn:h")));
        Assert.Equal(1, headers.GetHeader<int>("h", "urn:h"));
        headers.Add(MessageHeader.CreateHeader("h", "urn:h", 2));
        Assert.Throws<MessageHeaderException>(() => headers.FindHeader("h", "urn:h"));
        Assert.Equal(-1, headers.FindHeader("h", "urn:h", "urn:somebody"));
        headers.RemoveAll("h", "urn:h");
        Assert.Equal("urn:a", headers.Action);
        Assert.Equal("Action", Assert.Single(headers).Name);
        var other = new MessageHeaders(MessageVersion.Soap11);
        Assert.Throws<ArgumentException>(() => other.CopyHeadersFrom(headers));
    }

    private static void Add(string name, string value) => OperationContext.Current!.OutgoingMessageHeaders.Add(
        MessageHeader.CreateHeader(name, Mirror.Space, value));

    private sealed class Written : MessageHeader
    {
        public override string Name => "written";

        public override string Namespace => Mirror.Space;

        protected override void OnWriteHeaderContents(XmlDictionaryWriter writer, MessageVersion messageVersion) =>
            writer.WriteString("by hand");
    }
}
