using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Security;
using System.Net.Sockets;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>Who comes through the https gateway, and what he may do there.</summary>
[Collection(nameof(SecureCollection))]
public sealed class ClientCertificateTests(SecureCluster one)
{
    private const string Login = "/$/GetAadMetadata?api-version=1.0";
    private static readonly SecureCluster.Answer NotLetIn = new(403, "Client certificate required", "");

    [Fact]
    [Trait("DeploymentCase", "50")]
    public async Task Nobody_comes_in_without_a_certificate_that_the_cluster_names()
    {
        using var stranger = TestCertificate.Make("CN=stranger.test");
        using var copy = TestCertificate.Make($"CN={SecureCluster.Name}");
        using var other = TestCertificate.Make("CN=Authority, O=Test", authority: true);
        using var wrong = TestCertificate.Make($"CN={SecureCluster.Name}", other);
        using var double1 = TestCertificate.Make($"CN=stranger.test, CN={SecureCluster.Name}", one.Authority);
        using var double2 = TestCertificate.Make($"CN={SecureCluster.Name}, CN=stranger.test", one.Authority);
        using var joined = TestCertificate.Make($"CN={SecureCluster.Name}+OU=x", one.Authority);
        using var longer = TestCertificate.Make($"CN={SecureCluster.Name}.stranger.test", one.Authority);
        using var unit = TestCertificate.Make($"OU={SecureCluster.Name}", one.Authority);
        using var late = TestCertificate.Make($"CN={SecureCluster.Name}", one.Authority, from: -9, to: -1);
        using var servers = TestCertificate.Make($"CN={SecureCluster.Name}", one.Authority, servers: true);
        // Its issuer has the authority's signature, and may not sign.
        using var leaf = TestCertificate.Make("CN=leaf.test", one.Authority);
        using var byLeaf = TestCertificate.Make($"CN={SecureCluster.Name}", leaf);
        // The chain is right, but another authority than the named one signed.
        using var below = TestCertificate.Make($"CN={SecureCluster.Name}", one.Below);
        using var above = TestCertificate.Make("CN=below.test", one.Authority);
        using var untrusted = TestCertificate.Make("CN=trusted.test", one.Authority);
        using var ownCopy = TestCertificate.Make("CN=own.test");
        foreach (var (what, certificate) in new (string, TestCertificate?)[]
        {
            ("none", null), ("stranger", stranger), ("expired", one.Expired), ("early", one.Early),
            ("for servers", one.OfServers), ("the server's own", one.Server), ("copy of the name", copy),
            ("wrong issuer", wrong), ("two names", double1), ("two names", double2), ("joined name", joined),
            ("longer name", longer), ("name as unit", unit), ("expired by name", late), ("servers by name", servers),
            ("signed by a leaf", byLeaf), ("signed below", below), ("signed above", above),
            ("not trusted here", untrusted), ("copy of its own", ownCopy), ("the authority", one.Authority),
        })
        {
            foreach (var chain in new[] { false, true })
            {
                using var client = one.Client(certificate, chain);
                var read = await SecureCluster.SendAsync(client, HttpMethod.Get, SecureCluster.Reading);
                Assert.True(read == NotLetIn, $"{what}, chain {chain}: {read}");
                foreach (var (method, path) in new[]
                {
                    (HttpMethod.Post, SecureCluster.Reporting), (HttpMethod.Put, "/ImageStore/x?api-version=6.0"),
                    (HttpMethod.Delete, "/ImageStore/x?api-version=6.0"), (HttpMethod.Get, "/Cluster/Status"),
                    (HttpMethod.Post, "/Cluster/Stop"), (HttpMethod.Get, "/"), (HttpMethod.Get, "/Explorer"),
                    (HttpMethod.Options, "/Nodes"), (HttpMethod.Get, "/$/GetAadMetadata"),
                    (HttpMethod.Post, Login), (HttpMethod.Get, "/Nodes?api-version=6.0&x=/$/GetAadMetadata"),
                })
                {
                    var answer = await SecureCluster.SendAsync(
                        client, method, path, method == HttpMethod.Post ? SecureCluster.Report : null);
                    Assert.True(answer == NotLetIn, $"{what}, {method} {path}: {answer}");
                }
                var login = await SecureCluster.SendAsync(client, HttpMethod.Get, Login);
                Assert.True(login.Status == 200 && login.Text.Contains("\"type\":\"\""), $"{what}: {login}");
            }
        }
        var log = await File.ReadAllTextAsync(Path.Combine(one.Cluster.Folder, "log", "manager.log"));
        Assert.Contains("refused since the last such line, the last one at the https gateway: ", log);
    }

    // What the server folds and what it is sent are not the same: only exactly the question for the login is open.
    [Theory]
    [InlineData("/Nodes/../$/GetAadMetadata?api-version=6.0")]
    [InlineData("/$/GetAadMetadata/../../Nodes?api-version=6.0")]
    [InlineData("/$/GetAadMetadata/?api-version=6.0")]
    [InlineData("//$/GetAadMetadata?api-version=6.0")]
    [Trait("DeploymentCase", "50")]
    public async Task A_path_that_only_looks_like_the_question_for_the_login_is_closed(string path)
    {
        var answer = await RawAsync(null, $"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        Assert.StartsWith("HTTP/1.1 403 Client certificate required\r\n", answer);
        Assert.EndsWith("\r\n\r\n", answer);
    }

    [Fact]
    [Trait("DeploymentCase", "50")]
    public async Task A_user_reads_and_an_admin_does_everything()
    {
        const string Body = "application/json";
        var before = await one.Cluster.GetAsync("/Cluster/Events");
        using var user = one.Client(one.User);
        foreach (var path in new[]
        {
            SecureCluster.Reading, "/Cluster/Status", "/", "/$/GetClusterHealth?api-version=6.0",
        })
        {
            Assert.Equal(200, (await SecureCluster.SendAsync(user, HttpMethod.Get, path)).Status);
        }
        // Questions with a body are questions.
        foreach (var path in new[]
        {
            "/$/GetClusterHealthChunk?api-version=6.0",
            "/Services/SfPerf~Store/$/ResolvePartition?api-version=6.0&PartitionKeyType=2&PartitionKeyValue=1",
        })
        {
            var answer = await SecureCluster.SendAsync(user, HttpMethod.Post, path, "{}");
            Assert.True(answer.Status is 200, $"{path}: {answer}");
        }
        foreach (var (method, path) in new[]
        {
            (HttpMethod.Post, SecureCluster.Reporting), (HttpMethod.Put, "/ImageStore/x?api-version=6.0"),
            (HttpMethod.Delete, "/ImageStore/x?api-version=6.0"), (HttpMethod.Post, "/Cluster/Reset"),
            (HttpMethod.Post, "/Cluster/Stop"), (HttpMethod.Post, "/Applications/SfPerf/$/Delete?api-version=6.0"),
            (HttpMethod.Post, "/Applications/$/Create?api-version=6.0"), (HttpMethod.Patch, SecureCluster.Reading),
            (HttpMethod.Post, "/Cluster/Stop/$/GetNothing"), (HttpMethod.Post, "/Cluster/Stop?x=/$/GetNothing"),
            (new HttpMethod("GETX"), SecureCluster.Reading),
        })
        {
            var answer = await SecureCluster.SendAsync(user, method, path, SecureCluster.Report);
            Assert.True((answer.Status, answer.Code) == (403, "E_ACCESSDENIED"), $"{method} {path}: {answer}");
        }
        // Nobody reads another method into a request than the one that it has.
        foreach (var name in new[] { "X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override" })
        {
            var read = await SecureCluster.SendAsync(user, HttpMethod.Get,
                "/Cluster/Stop", null, h => h.Add(name, "POST"));
            Assert.Equal(404, read.Status);
            var written = await SecureCluster.SendAsync(
                user, HttpMethod.Post, "/Cluster/Reset", "{}", h => h.Add(name, "GET"));
            Assert.Equal((403, "E_ACCESSDENIED"), (written.Status, written.Code));
        }
        Assert.Equal((long)before["last"]!, (long)(await one.Cluster.GetAsync("/Cluster/Events"))["last"]!);

        using var admin = one.Client(one.Admin);
        Assert.Equal(200, (await SecureCluster.SendAsync(admin, HttpMethod.Get, SecureCluster.Reading)).Status);
        var reported = await SecureCluster.SendAsync(
            admin, HttpMethod.Post, SecureCluster.Reporting, SecureCluster.Report);
        Assert.Equal(200, reported.Status);
        foreach (var method in new[] { HttpMethod.Put, HttpMethod.Delete })
        {
            var answer = await SecureCluster.SendAsync(admin, method, "/ImageStore/by-admin?api-version=6.0", Body);
            Assert.True(answer.Status == 200, $"{method}: {answer}");
        }
    }

    [Fact]
    [Trait("DeploymentCase", "52")]
    public async Task A_common_name_counts_with_its_issuer_and_goes_on_when_its_certificate_is_renewed()
    {
        using var first = TestCertificate.Make($"O=Test, CN={SecureCluster.Name}", one.Authority);
        using var renewed = TestCertificate.Make("CN=Operator.TEST", one.Authority);
        using var below = TestCertificate.Make("CN=below.test", one.Below);
        using var ofFile = TestCertificate.Make("CN=file.test", one.OfFile);
        foreach (var (certificate, chain, status) in new[]
        {
            (first, false, 200), (renewed, true, 200), (one.Own, false, 200), (ofFile, false, 403), (below, true, 403),
        })
        {
            var read = await one.SendAsync(certificate, HttpMethod.Get, SecureCluster.Reading, chain: chain);
            var written = await one.SendAsync(
                certificate, HttpMethod.Post, SecureCluster.Reporting, SecureCluster.Report, chain);
            Assert.True(read.Status == 200, $"{certificate.Certificate.Subject}: {read}");
            Assert.True(written.Status == status, $"{certificate.Certificate.Subject}: {written}");
        }
        // Nobody has shown the cluster who the issuer is: its thumbprint alone proves no signature.
        Assert.Equal(NotLetIn, await one.SendAsync(below, HttpMethod.Get, SecureCluster.Reading, chain: false));
        if (OperatingSystem.IsLinux())
        {
            // Whom the machine trusts counts for a name without an issuer, and as a source of named ones.
            foreach (var name in new[] { "trusted.test", "named.test" })
            {
                using var trusted = TestCertificate.Make($"CN={name}", one.Trusted);
                var read = await one.SendAsync(trusted, HttpMethod.Get, SecureCluster.Reading);
                Assert.True(read.Status == 200, $"{name}: {read}");
            }
            using var other = TestCertificate.Make("CN=operator.test", one.Trusted);
            Assert.Equal(NotLetIn, await one.SendAsync(other, HttpMethod.Get, SecureCluster.Reading));
        }
        // An issuer with the same name and another key, which names the true one's key as its own.
        using var forger = TestCertificate.Make("CN=Below, O=Test", authority: true);
        using var forged = TestCertificate.Make("CN=below.test", forger);
        var context = SslStreamCertificateContext.Create(
            forged.Certificate, [one.Below.Certificate, one.Authority.Certificate], offline: true);
        Assert.Equal("403", (await RawAsync(context, Request("localhost"))).Split(' ')[1]);
    }

    [Fact]
    [Trait("DeploymentCase", "52")]
    public async Task A_renewed_certificate_of_the_gateway_is_used_without_a_restart()
    {
        using var next = TestCertificate.Make("CN=cluster.test", servers: true, hosts: ["renewed.test"]);
        using var last = TestCertificate.Make("CN=cluster.test", from: -9, to: -1);
        Assert.Equal(one.Server.Thumbprint, await ShownAsync());
        // Half of a file, one that is out of its time and a key that does not fit: the old one stays.
        foreach (var content in new[]
        {
            next.Pem(), "nothing", "", last.Pem() + last.KeyPem(), next.Pem() + last.KeyPem(),
        })
        {
            await File.WriteAllTextAsync(one.ServerFile, content);
            await Task.Delay(TimeSpan.FromSeconds(1.2), TimeProvider.System);
            Assert.Equal(one.Server.Thumbprint, await ShownAsync());
        }
        using var kept = one.Client(one.Admin);
        Assert.Equal(200, (await SecureCluster.SendAsync(kept, HttpMethod.Get, SecureCluster.Reading)).Status);
        _ = next.Write(one.ServerFile);
        await UntilShownAsync(next);
        Assert.StartsWith("HTTP/1.1 200 ", await RawAsync(one.Admin.Context(), Request("renewed.test")));
        Assert.Equal(200, (await SecureCluster.SendAsync(kept, HttpMethod.Get, SecureCluster.Reading)).Status);
        _ = one.Server.Write(one.ServerFile);
        await UntilShownAsync(one.Server);

        var log = await File.ReadAllTextAsync(Path.Combine(one.Cluster.Folder, "log", "manager.log"));
        Assert.Contains($"The certificate of the https gateway was renewed: {next.Thumbprint}", log);
        Assert.Contains("cannot be used, and the one before still is", log);
        foreach (var secret in new[] { next, last, one.Server }.Select(c => c.KeyPem().Split('\n')[1]))
            Assert.DoesNotContain(secret, log);
    }

    [Theory]
    [InlineData("localhost", true)]
    [InlineData("LOCALHOST:1", true)]
    [InlineData("127.0.0.1:{port}", true)]
    [InlineData("[::1]:{port}", true)]
    [InlineData("cluster.test:{port}", true)]
    [InlineData("n1.nodes.test", true)]
    [InlineData("a.n1.nodes.test", false)]
    [InlineData("nodes.test", false)]
    [InlineData("attacker.example:{port}", false)]
    [InlineData("cluster.test.attacker.example", false)]
    [InlineData("127.0.0.1.attacker.example", false)]
    [InlineData("127.1", false)]
    [InlineData("0.0.0.0", false)]
    [InlineData("10.0.0.1", false)]
    [Trait("DeploymentCase", "54")]
    public async Task Over_https_a_page_of_somebody_else_is_refused_too(string host, bool served)
    {
        var name = host.Replace("{port}", $"{one.Address.Port}", StringComparison.Ordinal);
        Assert.StartsWith(served ? "HTTP/1.1 200 " : "HTTP/1.1 403 ",
            await RawAsync(one.Admin.Context(), Request(name)));
        if (!served)
            return;
        foreach (var (header, let) in new[]
        {
            ($"Origin: https://{name}", true), ($"Origin: http://{name}", false), ("Origin: null", false),
            ("Origin: https://attacker.example", false), ($"Origin: https://{name}0", false),
            ("Sec-Fetch-Site: cross-site", false), ("Sec-Fetch-Site: same-origin", true),
        })
        {
            var answer = await RawAsync(one.Admin.Context(), Request(name, header + "\r\n"));
            Assert.StartsWith(let ? "HTTP/1.1 200 " : "HTTP/1.1 403 E_ACCESSDENIED", answer);
        }
    }

    [Fact]
    [Trait("DeploymentCase", "50")]
    public async Task Curl_comes_in_with_its_certificate()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs curl built with OpenSSL");
        var client = one.Admin.Write(Path.Combine(one.Folder, "admin.pem"));
        var trusted = Path.Combine(one.Folder, "trusted.pem");
        await File.WriteAllTextAsync(trusted, one.Server.Pem());
        string[] common = ["-s", "-S", "--cacert", trusted, "--resolve", $"cluster.test:{one.Address.Port}:127.0.0.1",
            "-w", "%{http_version} %{http_code}", "-o", Path.Combine(one.Folder, "out")];
        var address = $"https://cluster.test:{one.Address.Port}";
        foreach (var (options, expected) in new (string[] Options, string Expected)[]
        {
            (["--cert", client], "1.1 200"), (["--cert", client, "--http2"], "1.1 200"),
            (["--cert", client, "--tlsv1.2", "--tls-max", "1.2"], "1.1 200"),
            (["--cert", client, "--tlsv1.3"], "1.1 200"),
            ([], "1.1 403"), (["--cert", client, "-T", trusted], "1.1 200"),
        })
        {
            var path = options.Contains("-T") ? "/ImageStore/curl?api-version=6.0" : SecureCluster.Reading;
            Assert.Equal((0, expected), await RunAsync("curl", [.. common, .. options, address + path]));
        }
        // HTTP/2 alone is no protocol that both speak.
        var alone = await RunAsync("curl", [.. common, "--cert", client, "--http2-prior-knowledge", address + "/"]);
        Assert.NotEqual("2 200", alone.Output);
    }

    private static async Task<(int Code, string Output)> RunAsync(string program, IEnumerable<string> arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true })!;
        var output = await process.StandardOutput.ReadToEndAsync().WaitAsync(RunningCluster.Limit);
        await process.WaitForExitAsync().WaitAsync(RunningCluster.Limit);
        return (process.ExitCode, output);
    }

    private static string Request(string host, string headers = "") =>
        $"GET {SecureCluster.Reading} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n";

    // Exactly these bytes; what comes until the end.
    private async Task<string> RawAsync(SslStreamCertificateContext? client, string text)
    {
        using var socket = new TcpClient();
        await socket.ConnectAsync("127.0.0.1", one.Address.Port);
        await using var tls = new SslStream(socket.GetStream());
        await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = "cluster.test", ClientCertificateContext = client,
            RemoteCertificateValidationCallback = static (_, _, _, _) => true,
        });
        await tls.WriteAsync(System.Text.Encoding.Latin1.GetBytes(text));
        using var all = new MemoryStream();
        await tls.CopyToAsync(all).WaitAsync(RunningCluster.Limit);
        return System.Text.Encoding.Latin1.GetString(all.ToArray());
    }

    // The gateway ends a handshake that takes longer than 5 s, as it may where this process gets no processor.
    private async Task<string> ShownAsync()
    {
        for (var tries = 1; ; tries++)
        {
            try
            {
                return await ShownOnceAsync();
            }
            catch (IOException) when (tries < 3)
            {
                // Once more.
            }
        }
    }

    private async Task<string> ShownOnceAsync()
    {
        using var socket = new TcpClient();
        await socket.ConnectAsync("127.0.0.1", one.Address.Port);
        await using var tls = new SslStream(socket.GetStream(), false, static (_, _, _, _) => true);
        await tls.AuthenticateAsClientAsync("cluster.test");
        return tls.RemoteCertificate!.GetCertHashString();
    }

    private async Task UntilShownAsync(TestCertificate certificate)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (await ShownAsync() != certificate.Thumbprint)
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit, "It is not renewed.");
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System);
        }
    }
}
