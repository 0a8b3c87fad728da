using System;
using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

/// <summary>Sessions in text: how the preamble names the encoding, and what is on the wire.</summary>
public sealed class TextFramingTests
{
    private const string Soap12 = "application/soap+xml; charset=";

    private const string Request =
        "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:a='http://www.w3.org/2005/08/addressing'>"
        + "<s:Header><a:Action s:mustUnderstand='1'>urn:probe/IGreeter/Greet</a:Action>"
        + "<a:MessageID>urn:uuid:11111111-2222-3333-4444-555555555555</a:MessageID></s:Header>"
        + "<s:Body><Greet xmlns='urn:probe'><name>Bob</name></Greet></s:Body></s:Envelope>";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData("soap12", "utf-8", "0303")]
    [InlineData("soap11", "utf-8", "0300")]
    [InlineData("soap12", "utf-16", Soap12 + "utf-16")]
    [InlineData("soap11", "utf-16BE", "text/xml; charset=utf-16BE")]
    public async Task A_client_names_its_encoding_in_the_preamble(string version, string encoding, string record)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var via = $"net.tcp://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/greet";
        var factory = new ChannelFactory<IGreeter>(Binding(version, encoding), via);
        var calling = Task.Run(() => factory.CreateChannel().Greet("Bob"));
        using var server = await listener.AcceptTcpClientAsync().WaitAsync(Limit);
        var named = record.Contains('/', StringComparison.Ordinal) ? RawClient.Text("04", record) : record;
        var expected = RawClient.Version + "0102" + RawClient.Text("02", via) + named + "0C";
        var heard = new byte[expected.Length / 2];
        await server.GetStream().ReadExactlyAsync(heard).AsTask().WaitAsync(Limit);
        Assert.Equal(expected, Convert.ToHexString(heard));
        server.Close();
        await Assert.ThrowsAnyAsync<CommunicationException>(() => calling);
        factory.Abort();
    }

    [Theory]
    [InlineData("0303")]
    [InlineData(Soap12 + "utf-8")]
    [InlineData("APPLICATION/SOAP+XML;charset=\"UTF-8\"")]
    public async Task A_service_takes_its_encoding_known_or_spelt_out(string record)
    {
        using var running = Run();
        using var client = await ConnectAsync(running, record);
        Assert.Equal("0B", await client.HearAsync(1));
        await client.SendAsync(Sized(Request));
        var kind = await client.HearAsync(1);
        var first = Convert.FromHexString(await client.HearAsync(2));
        var size = (first[0] & 0x7F) + (first[1] << 7);
        var reply = Encoding.UTF8.GetString(Convert.FromHexString(await client.HearAsync(size)));
        Assert.Equal("06", kind);
        Assert.StartsWith("<s:Envelope", reply, StringComparison.Ordinal);
        Assert.EndsWith("</s:Envelope>", reply, StringComparison.Ordinal);
        Assert.Contains("urn:uuid:11111111-2222-3333-4444-555555555555</a:RelatesTo>", reply, StringComparison.Ordinal);
        Assert.Contains("<GreetResult>Hello, Bob</GreetResult>", reply, StringComparison.Ordinal);
        await client.SendAsync("07");
        Assert.Equal("07", await client.HearAsync(1));
    }

    [Theory]
    [InlineData("0300")]
    [InlineData("0308")]
    [InlineData("0306")]
    [InlineData(Soap12 + "utf-16")]
    [InlineData("text/xml; charset=utf-8")]
    [InlineData("application/soap+xml")]
    [InlineData("no type")]
    public async Task Another_encoding_gets_its_fault(string record)
    {
        using var running = Run();
        using var client = await ConnectAsync(running, record);
        client.Socket.Shutdown(SocketShutdown.Send);
        Assert.Equal(RawClient.Fault("ContentTypeInvalid") + "EOF", await client.HearAsync());
    }

    [Theory]
    [InlineData("", "nothing")]
    [InlineData("<a", "an element cut short")]
    [InlineData("no XML", "no XML")]
    [InlineData("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "a DTD")]
    [InlineData("<a xmlns='urn:other'/>", "no envelope")]
    public async Task Broken_text_ends_the_session(string text, string what)
    {
        using var running = Run();
        using var client = await ConnectAsync(running, "0303");
        Assert.Equal("0B", await client.HearAsync(1));
        await client.SendAsync(Sized(text));
        Assert.True(await client.HearAsync() == "EOF", what);
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }

    [Fact]
    public void Callbacks_go_both_ways_in_text()
    {
        using var running = new Running<ITalker>(typeof(ReentrantTalker), Binding("soap12", "utf-8"));
        var channel = DuplexChannelFactory<ITalker>.CreateChannel(
            new Listener(), Binding("soap12", "utf-8"), running.Address);
        Assert.Equal("client says: Zoë", channel.Ask("Zoë"));
        ((IClientChannel)channel).Close();
    }

    private static Running<IGreeter> Run() => new(typeof(Greeter), Binding("soap12", "utf-8"));

    private static Task<RawClient> ConnectAsync(Running<IGreeter> running, string record) => RawClient.ConnectAsync(
        running.Address.Uri,
        RawClient.Version + "0102" + RawClient.Text("02", running.Address.Uri.OriginalString)
            + (record.StartsWith("03", StringComparison.Ordinal) ? record : RawClient.Text("04", record)) + "0C");

    private static string Sized(string text) => RawClient.Text("06", text);

    private static CustomBinding Binding(string version, string encoding) => new(
        new TextMessageEncodingBindingElement(
            version == "soap12" ? MessageVersion.Soap12WSAddressing10 : MessageVersion.Soap11WSAddressing10,
            Encoding.GetEncoding(encoding)),
        new TcpTransportBindingElement());
}
