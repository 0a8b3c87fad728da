using System;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

[Collection(nameof(OneNodeCollection))]
public sealed class GatewayGuardTests(OneNodeCluster one)
{
    private const string Json = "Content-Type: application/json\r\n";

    private static readonly (string Request, string Body)[] Doors =
    [
        ("GET /Cluster/Status", ""),
        ("GET /Cluster/Events", ""),
        ("GET /Services/SfPerf/Echo/$/ResolvePartition?kind=Singleton", ""),
        ("POST /Cluster/Kill", """{"node":"_Node_0"}"""),
        ("POST /Cluster/MovePrimary", """{"service":"fabric:/SfPerf/Store"}"""),
        ("POST /Cluster/Reset", ""),
        ("POST /Cluster/Reset", "{}"),
        ("POST /Applications/Deploy", new JsonObject
        {
            ["package"] = RunningCluster.EchoPackage,
            ["overwrite"] = "Always",
            ["parameters"] = new JsonObject { ["Store_TargetReplicaSetSize"] = "1", ["Store_MinReplicaSetSize"] = "1" },
        }.ToJsonString()),
        ("POST /Cluster/Stop", ""),
        ("POST /Cluster/Stop", "{}"),
        ("GET /Nodes?api-version=6.0", ""),
        ("POST /Nodes/_Node_0/$/Restart?api-version=6.0", """{"NodeInstanceId":"0"}"""),
        ("POST /Applications/SfPerf/$/Delete?api-version=6.0", ""),
        ("PUT /ImageStore/page?api-version=6.0", "x"),
        ("PUT /ImageStore/page/$/UploadChunk?api-version=6.0&session-id=6f9619ff-8b86-d011-b42d-00cf4fc964ff", "x"),
        ("DELETE /ImageStore/page?api-version=6.0", ""),
        // What a browser asks before it sends a page's PUT or DELETE.
        ("OPTIONS /ImageStore/page?api-version=6.0", ""),
    ];

    [Theory]
    [InlineData("Host: attacker.example")]
    [InlineData("Host: attacker.example:{port}")]
    [InlineData("Host: 127.0.0.1.attacker.example:{port}")]
    [InlineData("Host: 127.0.0.1")]
    [InlineData("Host: 127.0.0.1:1")]
    [InlineData("Host: localhost")]
    [InlineData("Host: localhost.:{port}")]
    [InlineData("Host: 0.0.0.0:{port}")]
    [InlineData("Host: 127.1:{port}")]
    [InlineData("Host: [::]:{port}")]
    [InlineData("Host: ")]
    [InlineData("Origin: http://attacker.example")]
    [InlineData("Origin: null")]
    [InlineData("Origin: ")]
    [InlineData("Origin: http://127.0.0.1:1")]
    [InlineData("Origin: http://localhost")]
    [InlineData("Origin: https://127.0.0.1:{port}")]
    [InlineData("Origin: http://127.0.0.1:{port}\r\nOrigin: http://attacker.example")]
    [InlineData("Sec-Fetch-Site: cross-site")]
    [InlineData("Sec-Fetch-Site: same-site")]
    [InlineData("Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site")]
    [Trait("DeploymentCase", "54")]
    public async Task A_web_page_of_somebody_else_is_refused_at_every_door(string foreign)
    {
        var before = await one.StateAsync();
        foreach (var (request, body) in Doors)
        {
            var header = foreign.Replace("{port}", $"{one.Port}", StringComparison.Ordinal) + "\r\n";
            var answer = await one.SendAsync(request, header + (body.Length > 0 ? Json : ""), body);
            Assert.True(answer.Status is 400 or 403, $"{request}: {answer.Head}");
            // A Host that is no host at all is refused by Kestrel, before anything of ours can answer.
            if (answer.Body is not null)
                Assert.Equal((403, "E_ACCESSDENIED"), (answer.Status, answer.Code));
        }
        Assert.Equal(before, await one.StateAsync());
    }

    [Theory]
    [InlineData("Content-Type: text/plain")]
    [InlineData("Content-Type: application/x-www-form-urlencoded")]
    [InlineData("Content-Type: multipart/form-data; boundary=application/json")]
    [InlineData("Content-Type: text/plain; application/json")]
    [InlineData("Content-Type: application/jsonp")]
    [InlineData("Content-Type: application/json; charset=utf-16")]
    [InlineData("Content-Type: application/json\r\nContent-Type: text/plain")]
    [InlineData("Content-Type: ")]
    [InlineData("X-None: 1")]
    public async Task A_body_that_is_not_said_to_be_JSON_is_refused(string type)
    {
        var before = await one.StateAsync();
        foreach (var (request, body) in Doors.Where(
            d => d.Body.Length > 0 && d.Request.StartsWith("POST", StringComparison.Ordinal)))
        {
            var answer = await one.SendAsync(request, type + "\r\n", body);
            Assert.Equal((415, "E_INVALIDARG"), (answer.Status, answer.Code));
            Assert.Contains("application/json", answer.Message, StringComparison.Ordinal);
        }
        Assert.Equal(before, await one.StateAsync());
    }

    // What an HTML form sends when it has no fields.
    [Fact]
    public async Task A_form_without_a_body_is_refused_too()
    {
        var before = await one.StateAsync();
        var answer = await one.SendAsync("POST /Cluster/Stop",
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n");
        Assert.Equal((415, "E_INVALIDARG"), (answer.Status, answer.Code));
        Assert.Equal(before, await one.StateAsync());
    }

    [Theory]
    [InlineData("Host: 127.0.0.1:{port}")]
    [InlineData("Host: LOCALHOST:{port}")]
    [InlineData("Host: [::1]:{port}")]
    [InlineData("Origin: http://localhost:{port}")]
    [InlineData("Origin: http://127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin")]
    [InlineData("Sec-Fetch-Site: none")]
    public async Task Its_own_names_are_let_in(string own)
    {
        var header = own.Replace("{port}", $"{one.Port}", StringComparison.Ordinal) + "\r\n";
        Assert.Equal(200, (await one.SendAsync("GET /Cluster/Status", header)).Status);
        var nobody = await one.SendAsync("POST /Cluster/Kill",
            header + "Content-Type: Application/JSON; charset=\"UTF-8\"\r\n", """{"node":"7"}""");
        Assert.Equal((404, "FABRIC_E_NODE_NOT_FOUND"), (nobody.Status, nobody.Code));
    }

    [Fact]
    public async Task A_request_without_a_host_is_refused()
    {
        var answer = await one.SendAsync("GET /Cluster/Status HTTP/1.0\r\n\r\n");
        Assert.Equal((403, "E_ACCESSDENIED"), (answer.Status, answer.Code));
    }

    [Fact]
    [Trait("DeploymentCase", "54")]
    public async Task A_body_above_the_limit_is_refused_with_its_status()
    {
        var answer = await one.SendAsync("POST /Applications/Deploy", Json, new string(' ', (1 << 20) + 1));
        Assert.Equal((413, "E_INVALIDARG"), (answer.Status, answer.Code));
        var text = "POST /Applications/Deploy HTTP/1.1\r\nHost: " + one.Authority + "\r\n" + Json
            + "Transfer-Encoding: chunked\r\n\r\n" + string.Concat(Enumerable.Repeat(
                "10000\r\n" + new string(' ', 0x10000) + "\r\n", 17)) + "0\r\n\r\n";
        Assert.Equal((413, "E_INVALIDARG"), await one.SendAsync(text) is var a ? (a.Status, a.Code) : default);
    }

    [Fact]
    [Trait("DeploymentCase", "54")]
    public async Task A_flood_of_headers_is_refused()
    {
        var many = string.Concat(Enumerable.Range(0, 65).Select(n => $"X-{n}: 1\r\n"));
        Assert.Equal(431, (await one.SendAsync("GET /Cluster/Status", many)).Status);
        Assert.Equal(431, (await one.SendAsync("GET /Cluster/Status", $"X: {new string('x', 16 << 10)}\r\n")).Status);
        Assert.Equal(414, (await one.SendAsync($"GET /{new string('x', 8 << 10)}", "")).Status);
    }

    [Theory]
    [InlineData("POST /Cluster/Kill HTTP/1.1\r\nHost: {host}\r\nContent-Length: 18\r\n" + Json + "\r\n{\"node\"")]
    [InlineData("GET /Cluster/Status HTTP/1.1\r\nHost: {host}\r\nX-Slow")]
    [InlineData("PUT /ImageStore/slow?api-version=6.0 HTTP/1.1\r\nHost: {host}\r\nContent-Length: 18\r\n\r\nhalf")]
    [Trait("DeploymentCase", "54")]
    public async Task A_request_that_does_not_go_on_is_ended(string part)
    {
        var answer = await one.SendAsync(part.Replace("{host}", one.Authority, StringComparison.Ordinal));
        Assert.True(answer.Status is 408 or 0, answer.Head);
    }
}
