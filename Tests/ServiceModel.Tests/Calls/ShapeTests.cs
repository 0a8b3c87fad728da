using System;
using System.Collections.Concurrent;
using System.IO;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;
using System.Threading.Tasks;
using System.Xml.Linq;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Message contracts, messages, streams and what the XML serializer writes, over every binding.</summary>
public sealed class ShapeTests
{
    private const string Space = "urn:headers";

    public static TheoryData<string> Schemes => Bindings.Schemes;

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_message_contract_carries_headers_and_body(string scheme)
    {
        using var running = Start(scheme);
        var channel = running.Factory.CreateChannel();
        var answer = channel.Ask(new() { User = "me", Text = "ha", Count = 3 });
        Assert.Equal("hahaha", answer.Text);
        Assert.Equal((3, "me"), (answer.Served!.Content!.Id, answer.Served.Content.Name));
        Assert.Null(channel.Ask(new() { Count = 1 }).Served!.Content!.Name);
        Assert.ThrowsAny<CommunicationException>(() => channel.Ask(null!));
        Assert.Equal("hi", channel.Ask(new() { Text = "hi", Count = 1 }).Text);
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public async Task A_message_contract_may_do_without_a_wrapper(string scheme)
    {
        using var running = Start(scheme);
        var channel = running.Factory.CreateChannel();
        var bare = await channel.DoubleAsync(new() { Item = new() { Id = 21, Name = "n" } });
        Assert.Equal((42, "n"), (bare.Item!.Id, bare.Item.Name));
    }

    [Fact]
    public void A_message_contract_has_its_names_on_the_wire()
    {
        var seen = new ConcurrentQueue<string>();
        void Note(ref Message message)
        {
            var buffer = message.CreateBufferedCopy(int.MaxValue);
            seen.Enqueue(buffer.CreateMessage().ToString());
            message = buffer.CreateMessage();
        }

        using var running = Start("http");
        running.Factory.Endpoint.Behaviors.Add(new Inspectors { OnRequest = Note, OnReply = Note });
        running.Factory.CreateChannel().Ask(new() { User = "me", Text = "ha", Count = 1 });
        var request = XmlText.Parse(seen.First());
        var user = request.Descendants(XName.Get("User", Space)).Single();
        Assert.Equal("1", user.Attributes().Single(a => a.Name.LocalName == "mustUnderstand").Value);
        var wrapper = request.Descendants(XName.Get("Ask", "urn:wrapped")).Single();
        Assert.Equal(["{urn:what}what", "{urn:shapes}Count"], wrapper.Elements().Select(e => e.Name.ToString()));
        var reply = XmlText.Parse(seen.Last());
        Assert.Single(reply.Descendants(XName.Get("Answer", "urn:shapes")).Elements());
        Assert.Single(reply.Descendants(XName.Get("Served", "urn:shapes")));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void The_xml_serializer_writes_where_the_contract_says_so(string scheme)
    {
        using var running = Start(scheme);
        var channel = running.Factory.CreateChannel();
        var bought = channel.Buy(
            new() { Number = "4711", Lines = ["tea", "<milk>"], Sum = 1.5m, Secret = "s" }, 2);
        Assert.Equal("4711", bought.Number);
        Assert.Equal(["2 tea", "2 <milk>"], bought.Lines!);
        Assert.Equal(3.0m, bought.Sum);
        Assert.Null(bought.Secret);
        Assert.Equal(0, channel.Buy(new(), 7).Sum);
    }

    [Fact]
    public void The_xml_serializer_writes_attributes()
    {
        string? seen = null;
        void Note(ref Message message)
        {
            var buffer = message.CreateBufferedCopy(int.MaxValue);
            seen ??= buffer.CreateMessage().ToString();
            message = buffer.CreateMessage();
        }

        using var running = Start("http");
        running.Factory.Endpoint.Behaviors.Add(new Inspectors { OnRequest = Note });
        running.Factory.CreateChannel().Buy(new() { Number = "4711", Lines = ["tea"] }, 2);
        XNamespace ns = "urn:shapes";
        var body = XmlText.Parse(seen!).Descendants(ns + "Buy").Single();
        Assert.Equal("4711", body.Element(ns + "purchase")!.Attribute("Number")!.Value);
        Assert.Equal("tea", body.Element(ns + "purchase")!.Element(ns + "line")!.Value);
        Assert.Equal("2", body.Element(ns + "count")!.Value);
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void Streams_come_and_go(string scheme)
    {
        using var running = Start(scheme);
        var channel = running.Factory.CreateChannel();
        foreach (var length in new[] { 0, 1, 30_000 })
        {
            var bytes = Enumerable.Range(0, length).Select(i => (byte)i).ToArray();
            using var back = channel.Reverse(new Trickle(bytes));
            Assert.Equal(Enumerable.Reverse(bytes), All(back));
        }
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_stream_may_have_headers_beside_it(string scheme)
    {
        using var running = Start(scheme);
        var stored = running.Factory.CreateChannel().Store(
            new() { Name = "file", Bytes = new MemoryStream("abc"u8.ToArray()) });
        Assert.Equal(("file!", "cba"), (stored.Name, Encoding.UTF8.GetString(All(stored.Bytes!))));
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void A_message_goes_as_it_is(string scheme)
    {
        using var running = Start(scheme);
        var channel = running.Factory.CreateChannel();
        var version = running.Factory.Endpoint.Binding!.MessageVersion;
        var request = Message.CreateMessage(version, "urn:shapes/echo", new Item { Id = 41 });
        request.Headers.Add(MessageHeader.CreateHeader("user", Space, "me"));
        var reply = channel.Echo(request);
        Assert.Equal("me", reply.Headers.GetHeader<string>("back", Space));
        Assert.Equal(42, reply.GetBody<Item>().Id);
        Assert.Throws<InvalidOperationException>(
            () => channel.Echo(Message.CreateMessage(version, "urn:other", new Item())));
        Assert.Throws<InvalidOperationException>(() => channel.Echo(null!));
        var other = version == MessageVersion.Soap11 ? MessageVersion.Soap12WSAddressing10 : MessageVersion.Soap11;
        Assert.Throws<InvalidOperationException>(
            () => channel.Echo(Message.CreateMessage(other, "urn:shapes/echo", new Item())));
        Assert.Equal(2, channel.Echo(Message.CreateMessage(version, null, new Item { Id = 1 })).GetBody<Item>().Id);
    }

    [Theory]
    [MemberData(nameof(Schemes))]
    public void An_operation_takes_any_action(string scheme)
    {
        using var running = Start(scheme);
        var channel = running.Factory.CreateChannel();
        var version = running.Factory.Endpoint.Binding!.MessageVersion;
        var reply = channel.Any(Message.CreateMessage(version, "urn:unheard-of", "text"));
        Assert.Equal("urn:unheard-of: text", reply.GetBody<string>());
        if (version.Addressing != AddressingVersion.None)
            Assert.Equal("urn:unheard-of/answer", reply.Headers.Action);
        Assert.Throws<InvalidOperationException>(
            () => channel.Any(Message.CreateMessage(version, (string?)null, "text")));
    }

    [Fact]
    public void A_stream_that_cannot_be_read_fails_its_call_only()
    {
        using var running = Start("net.tcp");
        var channel = running.Factory.CreateChannel();
        var closed = new MemoryStream();
        closed.Dispose();
        Assert.Throws<CommunicationException>(() => channel.Reverse(closed));
        Assert.Empty(All(channel.Reverse(new MemoryStream())));
    }

    private static Running<IShapes> Start(string scheme) => new(typeof(Shapes), Bindings.Of(scheme));

    private static byte[] All(Stream stream)
    {
        using var copy = new MemoryStream();
        stream.CopyTo(copy);
        return copy.ToArray();
    }

    /// <summary>Gives a few bytes at a time, as sockets do.</summary>
    private sealed class Trickle(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, 7)]);

        public override int Read(byte[] buffer, int offset, int count) =>
            base.Read(buffer, offset, Math.Min(count, 7));
    }
}
