using System;
using System.Net;
using System.Net.Http;
using System.ServiceModel;
using System.Text;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Fuzz;

/// <summary>Spoiled SOAP over http: every request gets an answer that is no server error but a fault.</summary>
[Collection(SfPerf.ServiceModel.Tests.Fuzz.Alone.Name)]
public sealed class HttpFuzzTests
{
    private const int Requests = 80;

    private const string Good = """
        <?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header/><s:Body>
        <Greet xmlns="urn:probe"><name>B&#111;b &lt;&amp;&gt; <![CDATA[x]]></name></Greet></s:Body></s:Envelope>
        """;

    private const string Entities = """
        <!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><x>&b;&b;&b;</x>
        """;

    [Theory]
    [InlineData(21)]
    [InlineData(34)]
    [InlineData(55)]
    public async Task A_spoiled_request_gets_an_answer(int seed)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), new BasicHttpBinding());
        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
        var mutator = new Mutator(seed);
        var good = Encoding.UTF8.GetBytes(Good);
        var before = GC.GetTotalAllocatedBytes();
        for (var i = 0; i < Requests; i++)
        {
            var body = mutator.Spoil(good, Encoding.UTF8.GetBytes(Entities));
            using var content = new ByteArrayContent(body);
            content.Headers.TryAddWithoutValidation("Content-Type", "text/xml; charset=utf-8");
            content.Headers.TryAddWithoutValidation("SOAPAction", "\"urn:probe/IGreeter/Greet\"");
            using var answer = await client.PostAsync(running.Address.Uri, content);
            var text = await answer.Content.ReadAsStringAsync();
            Assert.True(
                answer.StatusCode is HttpStatusCode.OK or HttpStatusCode.BadRequest
                || answer.StatusCode == HttpStatusCode.InternalServerError
                && text.Contains("Fault>", StringComparison.Ordinal),
                $"seed {seed}, request {i}, {answer.StatusCode}: {Encoding.Latin1.GetString(body)}");
        }

        Assert.True((GC.GetTotalAllocatedBytes() - before) / Requests < 512 * 1024, $"seed {seed}: memory");
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }
}
