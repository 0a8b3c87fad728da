using System;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Text over http in other encodings, as Microsoft's stack writes and reads it.</summary>
public sealed class HttpTextTests
{
    private const string Envelope = """
        <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
        <Greet xmlns="urn:probe"><name>Bäb 漢</name></Greet></s:Body></s:Envelope>
        """;

    [Theory]
    [InlineData("utf-16", "utf-16LE")]
    [InlineData("utf-16BE", "utf-16BE")]
    public async Task A_message_in_UTF_16_names_the_order_of_its_bytes_and_begins_with_a_declaration(
        string encoding, string charset)
    {
        using var running = Start(encoding);
        Assert.Equal("Hello, Bäb 漢", running.Factory.CreateChannel().Greet("Bäb 漢"));
        foreach (var declaration in new[] { "", $"<?xml version=\"1.0\" encoding=\"{charset}\"?>" })
        {
            using var client = new HttpClient();
            using var content = new ByteArrayContent(Encoding.GetEncoding(encoding).GetBytes(declaration + Envelope));
            content.Headers.ContentType = MediaTypeHeaderValue.Parse($"text/xml; charset={charset}");
            content.Headers.TryAddWithoutValidation("SOAPAction", "\"urn:probe/IGreeter/Greet\"");
            using var answer = await client.PostAsync(running.Address.Uri, content);
            Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
            Assert.Equal(charset, answer.Content.Headers.ContentType!.CharSet);
            var text = Encoding.GetEncoding(encoding).GetString(await answer.Content.ReadAsByteArrayAsync())
                .TrimStart('\uFEFF');
            Assert.StartsWith("<?xml version=\"1.0\" encoding=\"utf-16", text, StringComparison.OrdinalIgnoreCase);
            Assert.Contains("Hello, Bäb 漢", text, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_message_in_UTF_8_begins_with_its_envelope()
    {
        using var running = Start("utf-8");
        using var client = new HttpClient();
        using var content = new StringContent(Envelope, Encoding.UTF8, "text/xml");
        content.Headers.TryAddWithoutValidation("SOAPAction", "\"urn:probe/IGreeter/Greet\"");
        using var answer = await client.PostAsync(running.Address.Uri, content);
        Assert.StartsWith("<s:Envelope", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http")]
    [InlineData("net.tcp")]
    public void An_operation_sees_the_address_that_its_message_was_sent_to(string scheme)
    {
        using var running = new Running<IAddressee>(
            typeof(Addressee), scheme == "http" ? new BasicHttpBinding() : new NetTcpBinding(SecurityMode.None));
        Assert.Equal(running.Address.Uri.ToString(), running.Factory.CreateChannel().To());
    }

    private static Running<IGreeter> Start(string encoding) => new(typeof(Greeter), new CustomBinding(
        new TextMessageEncodingBindingElement(MessageVersion.Soap11, Encoding.GetEncoding(encoding)),
        new HttpTransportBindingElement()));
}
