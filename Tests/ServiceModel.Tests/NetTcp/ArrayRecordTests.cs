using System;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.NetTcp;

/// <summary>Records of arrays that no writer makes: the base library's reader, once it has thrown, reads on without
/// end.</summary>
[Collection(SfPerf.ServiceModel.Tests.Fuzz.Alone.Name)]
public sealed class ArrayRecordTests
{
    private const string Headers = "56020B0173040B0161065608440A1E0082";
    private const string Action = "urn:probe/IAverage/Average";

    // An array whose element type, 0x01, is no type of an array.
    private const string NoArrayType = "03" + "400164" + "01" + "01" + "0101010101";

    // Elements nested in an array record, and one whose items are announced and missing.
    private const string NestedArray = "03" + "03400164" + "01" + "9101" + "0101010101";
    private const string CutArray = "03" + "400164" + "01" + "93FFFFFFFF07" + "0101010101";
    private const string EmptyArray = "03" + "400164" + "01" + "9300" + "0101010101";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData(NoArrayType)]
    [InlineData(NestedArray)]
    [InlineData(CutArray)]
    [InlineData(EmptyArray)]
    public async Task A_broken_array_ends_the_session(string array)
    {
        using var running = new Running<IAverage>(typeof(Averager));
        using var client = await RawClient.ConnectAsync(
            running.Address.Uri, RawClient.Preamble(running.Address.Uri) + Record(array));
        Assert.Equal("0BEOF", await client.HearAsync());
        Assert.Equal(2, running.Factory.CreateChannel().Average([1, 3]));
    }

    [Theory]
    [InlineData(NoArrayType)]
    [InlineData(NestedArray)]
    [InlineData(CutArray)]
    [InlineData(EmptyArray)]
    public async Task A_broken_array_over_http_is_a_bad_request(string array)
    {
        using var running = new Running<IAverage>(typeof(Averager), new CustomBinding(
            new BinaryMessageEncodingBindingElement(), new HttpTransportBindingElement()));
        using var http = new HttpClient { Timeout = Limit };
        using var content = new ByteArrayContent(Convert.FromHexString(Envelope(array)));
        content.Headers.ContentType = new MediaTypeHeaderValue("application/soap+msbin1");
        using var answer = await http.PostAsync(running.Address.Uri, content);
        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
        Assert.Equal(2, running.Factory.CreateChannel().Average([1, 3]));
    }

    private static string Record(string array)
    {
        var body = "00" + Envelope(array);
        return "06" + RawClient.Size(body.Length / 2) + body;
    }

    private static string Envelope(string array) =>
        Headers + RawClient.Text("99", Action) + "01" + "560E"
        + RawClient.Text("40", "Average") + RawClient.Text("08", "urn:probe")
        + RawClient.Text("40", "values") + array + "010101";
}
