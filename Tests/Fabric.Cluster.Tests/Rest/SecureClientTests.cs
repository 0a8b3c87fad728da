using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Gateway;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Service Fabric's own clients against our cluster over https. They check the gateway's certificate, and show
/// one of their own.</summary>
[Collection("processes")]
public sealed class SecureClientTests(SecureCluster secure) : IClassFixture<SecureCluster>
{
    private const string Report = """{"sourceId":"npm","property":"Door","healthState":"Ok"}""";

    [Fact]
    [Trait("DeploymentCase", "50")]
    public async Task The_npm_client_comes_in_with_its_certificate_only()
    {
        Assert.SkipUnless(Directory.Exists(NpmClientTests.Module), "skipped: needs npm azure-servicefabric");
        Task<JsonNode[]> CallAsync(TestCertificate? own) => RestCluster.RunAsync("node", "client.js",
            Address, Certificates(own),
            [["getNodeInfoList"], ["getApplicationInfo", "SfPerf"], ["resolveService", "SfPerf~Store", Key()],
                ["reportClusterHealth", JsonNode.Parse(Report)]],
            NpmClientTests.Module);

        var admin = await CallAsync(secure.Admin);
        Assert.Equal([200, 200, 200, 200], admin.Select(a => (int?)a["status"]));
        Assert.Equal("_Node_0", (string)admin[0]["result"]!["items"]![0]!["name"]!);
        Assert.Equal("StatefulPrimary", (string)admin[2]["result"]!["endpoints"]![0]!["kind"]!);
        var user = await CallAsync(secure.User);
        Assert.Equal([200, 200, 200, 403], user.Select(a => (int?)a["status"]));
        Assert.Equal("E_ACCESSDENIED", (string)user[3]["code"]!);
        foreach (var stranger in new[] { null, secure.Expired })
            Assert.All(await CallAsync(stranger), a => Assert.True((int?)a["status"] == 403, a.ToJsonString()));
    }

    [Fact]
    [Trait("DeploymentCase", "50")]
    public async Task The_Python_client_comes_in_with_its_certificate_only()
    {
        Assert.SkipUnless(Directory.Exists(PythonClientTests.Module), "skipped: needs python3-azure");
        var key = new JsonObject { ["partition_key_type"] = 2, ["partition_key_value"] = "17" };
        var report = new JsonObject
        {
            ["$"] = "HealthInformation", ["source_id"] = "py", ["property"] = "Door", ["health_state"] = "Ok",
        };
        Task<JsonNode[]> CallAsync(TestCertificate? own) => RestCluster.RunAsync(PythonClientTests.Python, "client.py",
            Address, Certificates(own),
            [["get_node_info_list"], ["get_application_info", "SfPerf"],
                ["resolve_service", "SfPerf~Store", key.DeepClone()], ["report_cluster_health", report.DeepClone()]]);

        var admin = await CallAsync(secure.Admin);
        Assert.Equal([200, 200, 200, 200], admin.Select(a => (int?)a["status"]));
        Assert.Equal("_Node_0", (string)admin[0]["result"]!["items"]![0]!["name"]!);
        var user = await CallAsync(secure.User);
        Assert.Equal([200, 200, 200, 403], user.Select(a => (int?)a["status"]));
        Assert.Equal("E_ACCESSDENIED", (string)user[3]["code"]!);
        foreach (var stranger in new[] { null, secure.Expired })
            Assert.All(await CallAsync(stranger), a => Assert.True((int?)a["status"] == 403, a.ToJsonString()));
    }

    // A name that the certificate has.
    private string Address => $"https://localhost:{secure.Address.Port}";

    private static JsonObject Key() => new() { ["partitionKeyType"] = 2, ["partitionKeyValue"] = "17" };

    private Dictionary<string, string> Certificates(TestCertificate? own)
    {
        var files = new Dictionary<string, string> { ["SERVER_CERTIFICATE"] = secure.ServerFile };
        if (own is not null)
            files["CLIENT_CERTIFICATE"] = own.Write(Path.Combine(secure.Folder, $"{own.Thumbprint}.pem"));
        return files;
    }
}
