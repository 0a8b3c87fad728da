using System;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.ServiceModel;
using System.Text;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Requests over http that are no calls.</summary>
public sealed class HttpInputTests : IDisposable
{
    private const string TextType = "text/xml; charset=utf-8";
    private const int Quota = 65536;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly Running<IGreeter> _running = new(typeof(Greeter), new BasicHttpBinding());
    private readonly HttpClient _client = new() { Timeout = Limit };

    public void Dispose()
    {
        Assert.Equal(3, _running.Factory.CreateChannel().Add(1, 2));
        _client.Dispose();
        _running.Dispose();
    }

    [Fact]
    public async Task Another_method_is_405()
    {
        using var answer = await _client.GetAsync(_running.Address.Uri);
        Assert.Equal(HttpStatusCode.MethodNotAllowed, answer.StatusCode);
    }

    [Theory]
    [InlineData("application/json")]
    [InlineData("application/soap+xml; charset=utf-8")]
    [InlineData("text/xml; charset=ebcdic")]
    [InlineData(null)]
    public async Task Another_content_type_is_415(string? type) =>
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, await PostAsync(Envelope("<x/>"), type));

    [Theory]
    [InlineData("", "nothing")]
    [InlineData("{}", "no XML")]
    [InlineData("<x/>", "no envelope")]
    [InlineData("<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", "a DTD")]
    [InlineData("<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body/></s:Envelope>", "SOAP 1.2")]
    public async Task What_is_no_message_is_400(string body, string what) =>
        Assert.True(await PostAsync(body) == HttpStatusCode.BadRequest, what);

    [Fact]
    public async Task A_path_nobody_listens_at_is_404()
    {
        using var content = new StringContent("");
        using var answer = await _client.PostAsync(new Uri(_running.Address.Uri, "/other"), content);
        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
    }

    [Fact]
    public async Task A_length_over_the_quota_is_413_before_the_body_comes()
    {
        using var client = await SendHeadersAsync(Quota + 1);
        Assert.Contains(" 413 ", await ReadLineAsync(client), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_body_in_chunks_over_the_quota_is_413()
    {
        using var content = new StreamContent(new Chunks(Quota + 1));
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, await PostAsync(content, TextType));
    }

    [Fact]
    public async Task A_body_that_stalls_is_cut_at_its_least_rate()
    {
        using var client = await SendHeadersAsync(1000);
        Assert.Contains(" 408 ", await ReadLineAsync(client), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Parameters_of_another_type_are_a_fault()
    {
        using var content = new StringContent(Envelope("<a>no number</a>"));
        content.Headers.TryAddWithoutValidation("SOAPAction", "\"urn:probe/IGreeter/Add\"");
        content.Headers.ContentType = new("text/xml");
        using var answer = await _client.PostAsync(_running.Address.Uri, content);
        Assert.Equal(HttpStatusCode.InternalServerError, answer.StatusCode);
        Assert.Contains(
            "DeserializationFailed", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    private static string Envelope(string parameters) =>
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><Add xmlns='urn:probe'>"
        + $"{parameters}</Add></s:Body></s:Envelope>";

    private async Task<HttpStatusCode> PostAsync(string body, string? type = TextType)
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
        return await PostAsync(content, type);
    }

    private async Task<HttpStatusCode> PostAsync(HttpContent content, string? type)
    {
        if (type is not null)
            content.Headers.TryAddWithoutValidation("Content-Type", type);
        using var answer = await _client.PostAsync(_running.Address.Uri, content);
        return answer.StatusCode;
    }

    private async Task<TcpClient> SendHeadersAsync(int length)
    {
        var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", _running.Address.Uri.Port);
        await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(
            $"POST /greet HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/xml\r\nContent-Length: {length}\r\n\r\n<"));
        return client;
    }

    private static async Task<string> ReadLineAsync(TcpClient client)
    {
        using var reader = new StreamReader(client.GetStream());
        return await reader.ReadLineAsync().WaitAsync(Limit) ?? "";
    }

    /// <summary>So many bytes, whose number is not told beforehand.</summary>
    private sealed class Chunks(int count) : MemoryStream(new byte[count])
    {
        public override bool CanSeek => false;
    }
}
