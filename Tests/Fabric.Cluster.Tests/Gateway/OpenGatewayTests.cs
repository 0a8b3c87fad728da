using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Http;
using System.Net.Sockets;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>A gateway that listens for other machines, and starts that are refused instead.</summary>
public sealed class OpenGatewayTests : IDisposable
{
    private const string Thumbprint = "0123456789abcdef0123456789abcdef01234567";
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-open-").FullName;
    private readonly TestCertificate _server = TestCertificate.Make("CN=cluster.test");
    private readonly TestCertificate _old = TestCertificate.Make("CN=cluster.test", from: -9, to: -1);

    public void Dispose()
    {
        _server.Dispose();
        _old.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    [Trait("DeploymentCase", "53")]
    public async Task A_start_that_would_let_in_everybody_or_nobody_is_refused_with_what_to_give()
    {
        var pem = _server.Write(Path.Combine(_folder, "server.pem"));
        var old = _old.Write(Path.Combine(_folder, "old.pem"));
        var half = Path.Combine(_folder, "half.pem");
        await File.WriteAllTextAsync(half, _server.Pem());
        var pfx = Path.Combine(_folder, "locked.pfx");
        await File.WriteAllBytesAsync(pfx, _server.Certificate.Export(
            System.Security.Cryptography.X509Certificates.X509ContentType.Pkcs12, "a word"));
        const string Needed = "Give '--certificate FILE' (sfperf cluster certificate makes one for development) and "
            + "whom it admits by certificate: '--client-admin THUMBPRINT or NAME:ISSUER_THUMBPRINT'";
        string[] client = ["--client-admin", Thumbprint];
        foreach (var (options, said) in new (string[], string)[]
        {
            (["--listen", "0.0.0.0"], Needed), (["--listen", "127.0.0.1"], Needed),
            (["--listen", "0.0.0.0", .. client], Needed), (["--listen", "[::]", "--certificate", pem], Needed),
            (["--certificate", pem], Needed), (client, Needed), (["--https-port", "0"], Needed),
            (["--client-user", Thumbprint[1..]], "'--client-user' is"), (["--client-user", ""], "'--client-user' is"),
            (["--client-admin", "CN=a.test"], "Allowed: THUMBPRINT or NAME:ISSUER_THUMBPRINT"),
            (["--client-admin", "a.test:12"], "a thumbprint has 40 (SHA-1) or 64 (SHA-256) hexadecimal digits."),
            (["--client-admin", "a.test:"], "'--client-admin' is"), (["--client-admin", ":" + Thumbprint], "is ':"),
            (["--listen", "localhost"], "'--listen' is 'localhost'. Allowed: an IP address of this machine"),
            (["--listen", "1"], "'--listen' is '1'."), (["--https-port", "65536"], "'--https-port' is '65536'."),
            (["--certificate", old, .. client], "It is valid from "),
            (["--certificate", half, .. client], "Allowed: a PEM file with a certificate and its private key"),
            (["--certificate", pfx, .. client], "or a .pfx file without a password"),
            (["--certificate", half, "--certificate-key", old, .. client], "'--certificate "),
            (["--certificate", Path.Combine(_folder, "none.pem"), .. client], "none.pem"),
            (["--certificate", pem, "--client-issuers", half + "x", .. client], "'--client-issuers "),
            (["--explorer", _folder], "It has no index.html. Allowed: the folder of a built Service Fabric Explorer"),
            (["--explorer", Path.Combine(_folder, "none")], "'--explorer "),
        })
        {
            var data = Path.Combine(_folder, "data");
            await using var cluster = await RunningCluster.StartAsync(data, ["--nodes", "1", .. options]);
            var message = (string?)cluster.Line["message"] ?? "";
            Assert.True((2, "InvalidArgument") == (cluster.Manager.ExitCode, (string?)cluster.Line["code"])
                && message.Contains(said), $"{string.Join(' ', options)}: {cluster.Line}");
            Assert.DoesNotContain(_server.KeyPem().Split('\n')[1], cluster.ErrorText + message);
            Assert.False(Directory.Exists(data), "Something was made.");
        }
    }

    [Fact]
    [Trait("DeploymentCase", "53")]
    public async Task Only_the_gateway_with_certificates_listens_elsewhere_and_the_others_stay_on_loopback()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "skipped: needs Linux, where all of 127.0.0.0/8 is this machine");
        using var client = TestCertificate.Make("CN=client.test");
        var pfx = Path.Combine(_folder, "server.pfx");
        await File.WriteAllBytesAsync(pfx, _server.Certificate.Export(
            System.Security.Cryptography.X509Certificates.X509ContentType.Pkcs12));
        await using var cluster = await RunningCluster.StartAsync(null, "--nodes", "1",
            "--package", RunningCluster.EchoPackage, "--set", "Store_TargetReplicaSetSize=1",
            "--set", "Store_MinReplicaSetSize=1", "--certificate", pfx, "--client-admin", client.Thumbprint,
            "--https-port", "0", "--listen", "0.0.0.0");
        Assert.True((string?)cluster.Line["event"] == "ready", cluster.ErrorText);
        var https = new Uri((string)cluster.Line["httpsGateway"]!);
        Assert.Equal("0.0.0.0", https.Host);
        var status = await cluster.GetAsync("/Cluster/Status");
        int[] processes = [cluster.Manager.Id, .. RunningCluster.Processes(status)];
        var open = new List<int>();
        foreach (var port in ListeningPorts.Of(processes))
        {
            using var socket = new TcpClient();
            try
            {
                await socket.ConnectAsync("127.0.0.2", port);
                open.Add(port);
            }
            catch (SocketException)
            {
                // It listens on another address only.
            }
        }
        Assert.Equal([https.Port], open);

        using var handler = new SocketsHttpHandler
        {
            SslOptions = new()
            {
                ClientCertificateContext = client.Context(),
                RemoteCertificateValidationCallback = (_, c, _, _) => c!.GetCertHashString() == _server.Thumbprint,
            },
        };
        using var http = new HttpClient(handler) { BaseAddress = new($"https://127.0.0.2:{https.Port}") };
        Assert.Contains("_Node_0", await http.GetStringAsync(SecureCluster.Reading));
    }
}
