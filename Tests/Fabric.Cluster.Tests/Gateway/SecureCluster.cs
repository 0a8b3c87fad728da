using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>A cluster of one node whose gateway is served over https, too.</summary>
public sealed class SecureCluster : IAsyncLifetime
{
    internal const string Reading = "/Nodes?api-version=6.0";
    internal const string Reporting = "/$/ReportClusterHealth?api-version=6.0";
    internal const string Report = """{"SourceId":"secure","Property":"p","HealthState":"Ok"}""";
    internal const string Name = "operator.test";

    internal RunningCluster Cluster { get; private set; } = null!;

    internal string Folder { get; } = Directory.CreateTempSubdirectory("sfperf-certificates-").FullName;

    internal TestCertificate Server { get; } =
        TestCertificate.Make("CN=cluster.test", servers: true, hosts: ["cluster.test", "*.nodes.test", "localhost"]);

    internal TestCertificate Admin { get; } = TestCertificate.Make("CN=admin.test");

    internal TestCertificate User { get; } = TestCertificate.Make("CN=user.test");

    internal TestCertificate Expired { get; } = TestCertificate.Make("CN=admin.test", from: -9, to: -1);

    internal TestCertificate Early { get; } = TestCertificate.Make("CN=admin.test", from: 1, to: 9);

    internal TestCertificate OfServers { get; } = TestCertificate.Make("CN=admin.test", servers: true);

    internal TestCertificate Authority { get; } = TestCertificate.Make("CN=Authority, O=Test", authority: true);

    /// <summary>Gets an authority below <see cref="Authority"/>, which is known only if clients send it along.
    /// </summary>
    internal TestCertificate Below { get; }

    /// <summary>Gets an authority that the cluster has in a file.</summary>
    internal TestCertificate OfFile { get; } = TestCertificate.Make("CN=Authority of a file", authority: true);

    /// <summary>Gets an authority that the cluster's machine trusts; on Linux.</summary>
    internal TestCertificate Trusted { get; } = TestCertificate.Make("CN=Trusted here", authority: true);

    /// <summary>Gets a certificate that has signed itself and is named as its own issuer.</summary>
    internal TestCertificate Own { get; } = TestCertificate.Make("CN=own.test");

    internal string ServerFile => Path.Combine(Folder, "server.pem");

    internal Uri Address => new((string)Cluster.Line["httpsGateway"]!);

    public SecureCluster() => Below = TestCertificate.Make("CN=Below, O=Test", Authority, authority: true);

    public async ValueTask InitializeAsync()
    {
        _ = Server.Write(ServerFile);
        var issuers = Path.Combine(Folder, "issuers.pem");
        await File.WriteAllTextAsync(issuers, OfFile.Pem() + Authority.Pem());
        // OpenSSL's own way to say what a machine trusts.
        var machine = Path.Combine(Folder, "machine.pem");
        await File.WriteAllTextAsync(machine, Trusted.Pem());
        var environment = new Dictionary<string, string> { ["SSL_CERT_FILE"] = machine };
        Cluster = await RunningCluster.StartAsync(null, environment, "--nodes", "1",
            "--package", RunningCluster.EchoPackage,
            "--set", "Store_TargetReplicaSetSize=1", "--set", "Store_MinReplicaSetSize=1",
            "--certificate", ServerFile, "--https-port", "0", "--client-issuers", issuers,
            "--client-admin", Admin.Thumbprint, "--client-admin", Expired.Thumbprint,
            "--client-admin", Early.Thumbprint, "--client-admin", OfServers.Thumbprint,
            "--client-admin", $"{Name}:{Authority.Thumbprint}", "--client-admin", "own.test:" + Own.Thumbprint,
            "--client-user", User.Thumbprint256, "--client-user", $"below.test:{Below.Thumbprint}",
            "--client-user", $"file.test:{OfFile.Thumbprint},{Own.Thumbprint}", "--client-user", "trusted.test",
            "--client-user", $"named.test:{Trusted.Thumbprint}");
        Assert.True((string?)Cluster.Line["event"] == "ready", Cluster.ErrorText);
    }

    public async ValueTask DisposeAsync()
    {
        await Cluster.DisposeAsync();
        TestCertificate[] all =
            [Server, Admin, User, Expired, Early, OfServers, Authority, Below, OfFile, Own, Trusted];
        foreach (var made in all)
            made.Dispose();
        Directory.Delete(Folder, recursive: true);
    }

    /// <summary>Makes a client that shows a certificate.</summary>
    /// <param name="certificate">The certificate; null: none.</param>
    /// <param name="chain">Whether its issuers go along.</param>
    internal HttpClient Client(TestCertificate? certificate, bool chain = false)
    {
        var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            SslOptions = new()
            {
                RemoteCertificateValidationCallback = static (_, _, _, _) => true,
                ClientCertificateContext = certificate?.Context(chain),
            },
        };
        return new(handler) { BaseAddress = Address, Timeout = RunningCluster.Limit };
    }

    /// <summary>Sends a request on a connection of its own.</summary>
    internal async Task<Answer> SendAsync(TestCertificate? certificate, HttpMethod method, string path,
        string? body = null, bool chain = false, Action<HttpRequestHeaders>? headers = null)
    {
        using var client = Client(certificate, chain);
        return await SendAsync(client, method, path, body, headers);
    }

    internal static async Task<Answer> SendAsync(HttpClient client, HttpMethod method, string path,
        string? body = null, Action<HttpRequestHeaders>? headers = null)
    {
        using var request = new HttpRequestMessage(method, path);
        if (body is not null)
            request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        headers?.Invoke(request.Headers);
        using var answer = await client.SendAsync(request);
        return new((int)answer.StatusCode, answer.ReasonPhrase ?? "", await answer.Content.ReadAsStringAsync());
    }

    internal sealed record Answer(int Status, string Reason, string Text)
    {
        internal string? Code => Text.StartsWith('{') ? (string?)(JsonNode.Parse(Text)!["Error"]?["Code"]
            ?? JsonNode.Parse(Text)!["error"]?["code"]) : null;
    }
}
