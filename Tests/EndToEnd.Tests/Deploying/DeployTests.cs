using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Net.Http;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.EndToEnd.Tests.Deploying;

/// <summary><c>sfperf deploy</c> against a cluster, also by https with certificates.</summary>
public sealed class DeployTests
{
    private const string Type = "EchoApplicationType";

    [Fact]
    [Trait("DeploymentCase", "60")]
    public async Task A_package_goes_to_a_secured_cluster_and_an_upload_that_was_cut_off_goes_on()
    {
        await using var sfperf = new Sfperf();
        using var server = TestCertificate.Make("CN=cluster.test");
        using var client = TestCertificate.Make("CN=client.test");
        using var reader = TestCertificate.Make("CN=reader.test");
        using var stranger = TestCertificate.Make("CN=stranger.test");
        string Written(string name, TestCertificate made) => made.Write(Path.Combine(sfperf.Folder, name));
        var certificate = Written("client.pem", client);
        var (gateway, https) = await StartAsync(sfperf, "--https-port", "0", "--certificate",
            Written("server.pem", server), "--client-admin", client.Thumbprint, "--client-user", reader.Thumbprint);
        await using var relay = new CuttingRelay(https!.Port);
        var package = Path.Combine(sfperf.Folder, "Echo.sfpkg");
        var folder = BuiltPackage.Echo(sfperf);
        await ZipFile.CreateFromDirectoryAsync(folder, package);
        string[] deploy = ["deploy", package, "--endpoint", $"https://127.0.0.1:{relay.Port}"];
        string[] trusted = [.. deploy, "--server-thumbprint", server.Thumbprint];

        // Who the other side is comes first, then who we are.
        var unknown = await sfperf.RunAsync(2, [.. deploy, "--cert", certificate]);
        Assert.Contains($"If it is the right one, say --server-thumbprint {server.Thumbprint}.", unknown.Error);
        var other = await sfperf.RunAsync(2, [.. deploy, "--server-thumbprint", client.Thumbprint]);
        Assert.Contains("is not trusted", other.Error);
        var nobody = await sfperf.RunAsync(4, trusted);
        Assert.Contains("admits nobody without a client certificate. Give one with --cert.", nobody.Error);
        var wrong = await sfperf.RunAsync(4, [.. trusted, "--cert", Written("stranger.pem", stranger)]);
        Assert.Contains($"this one has the thumbprint {stranger.Thumbprint}", wrong.Error);
        var readOnly = await sfperf.RunAsync(2, [.. trusted, "--cert", Written("reader.pem", reader)]);
        Assert.Contains("needs one of --client-admin. (E_ACCESSDENIED)", readOnly.Error);
        var none = await sfperf.RunAsync(2, [.. trusted, "--cert", package]);
        Assert.Contains("Allowed: a PEM file with a certificate and its private key.", none.Error);
        Assert.Empty(await StoredAsync(gateway));

        var files = Directory.GetFiles(folder, "*", SearchOption.AllDirectories);
        relay.CutAfter(files.Sum(f => new FileInfo(f).Length) / 2);
        string[] whole = [.. trusted, "--cert", certificate, "--parameter", "Store_PartitionCount=2"];
        var cut = await sfperf.RunAsync(4, whole);
        Assert.Contains("does not answer", cut.Error);
        var first = await StoredAsync(gateway);
        Assert.InRange(first.Count, 1, files.Length - 1);
        relay.CutAfter(long.MaxValue);
        var done = await sfperf.RunAsync(0, whole);
        Assert.Matches(@"^fabric:/EchoApplication is ready after [0-9.]+ s\.\n$", done.Output);
        Assert.Matches(
            $@"Sent {files.Length - first.Count} files?, [^;]*; {first.Count} were there already\.", done.Error);

        Assert.Equal("fabric:/EchoApplication was deployed already.\n", (await sfperf.RunAsync(0, whole)).Output);

        // The profile says whom to trust, which application and which parameters.
        var profile = await ProfileAsync(sfperf, server.Thumbprint);
        var profiled = await sfperf.RunAsync(0, [.. deploy, "--cert", certificate, "--profile", profile]);
        Assert.StartsWith("fabric:/FromProfile is ready after ", profiled.Output);
        var otherValue = await sfperf.RunAsync(2,
            [.. deploy, "--cert", certificate, "--profile", profile, "--parameter", "Echo_Greeting=servus"]);
        Assert.Contains("The cluster holds fabric:/FromProfile", otherValue.Error);
        await sfperf.RunAsync(0, "cluster", "stop");
    }

    [Fact]
    public async Task What_the_cluster_would_refuse_is_refused_before_anything_is_sent()
    {
        await using var sfperf = new Sfperf();
        var (gateway, _) = await StartAsync(sfperf);
        var folder = BuiltPackage.Echo(sfperf);
        var manifest = Path.Combine(folder, "ApplicationManifest.xml");
        var text = await File.ReadAllTextAsync(manifest);
        await File.WriteAllTextAsync(manifest, text.Replace("[Echo_InstanceCount]", "[Nothing]"));
        var broken = await sfperf.RunAsync(2, "deploy", folder);
        Assert.Matches($@"{Regex.Escape(manifest)}\(\d+\): .*\[Nothing\]", broken.Error);
        Assert.Contains("1 error. Nothing was sent.", broken.Error);
        Assert.DoesNotContain("Sent", broken.Error);

        await File.WriteAllTextAsync(manifest, text);
        await sfperf.RunAsync(0, "deploy", folder);
        var changed = await sfperf.RunAsync(2, "deploy", folder, "--parameter", "Echo_Greeting=servus");
        Assert.Contains($"The cluster holds fabric:/EchoApplication, {Type} 1.0.0, with another Echo_Greeting. An "
            + "upgrade is not built", changed.Error);
        var beside = await sfperf.RunAsync(
            0, "deploy", folder, "--name", "fabric:/Beside", "--endpoint", gateway, "--parameter", "Echo_Greeting=x");
        Assert.Contains($"{Type} 1.0.0 is provisioned already: its content is not sent again.", beside.Error);
        var unknown = await sfperf.RunAsync(2, "deploy", folder, "--name", "fabric:/No", "--parameter", "Nobody=1");
        Assert.Contains("Nobody", unknown.Error);
        foreach (var (arguments, said) in new (string[], string)[]
        {
            (["--endpoint", "ftp://127.0.0.1:1"], "Allowed: https://HOST:PORT or http://HOST:PORT."),
            (["--name", "Beside"], "--name is 'Beside'. Allowed: fabric:/"),
            (["--timeout", "0"], "--timeout: allowed are 1 to 3600."),
            (["--cert", "missing.pem"], "--cert missing.pem: "),
        })
        {
            Assert.Contains(said, (await sfperf.RunAsync(2, ["deploy", folder, .. arguments])).Error);
        }
        Assert.Contains("does not answer: ",
            (await sfperf.RunAsync(4, "deploy", folder, "--endpoint", "http://127.0.0.1:1")).Error);
        await sfperf.RunAsync(0, "cluster", "stop");
        Assert.Contains("No cluster runs.", (await sfperf.RunAsync(4, "deploy", folder)).Error);
    }

    [Fact]
    public async Task A_certificate_for_development_is_all_that_https_needs()
    {
        await using var sfperf = new Sfperf();
        var folder = Path.Combine(sfperf.Folder, "certificates");
        var made = await sfperf.RunAsync(0, "cluster", "certificate", "--out", folder);
        var file = Path.Combine(folder, "sfperf-cluster.pem");
        var (_, https) = await StartAsync(
            sfperf, "--https-port", "0", "--certificate", file, "--client-admin", made.Output.Trim());
        using var certificate = X509Certificate2.CreateFromPemFile(file);
        using var handler = new SocketsHttpHandler
        {
            SslOptions = new()
            {
                ClientCertificateContext = SslStreamCertificateContext.Create(certificate, null, offline: true),
                // Its names, times and purposes are checked as those of any other.
                CertificateChainPolicy = new()
                {
                    TrustMode = X509ChainTrustMode.CustomRootTrust, CustomTrustStore = { certificate },
                },
            },
        };
        using var http = new HttpClient(handler);
        foreach (var host in new[] { "localhost", "127.0.0.1" })
        {
            var nodes = await http.GetStringAsync($"https://{host}:{https!.Port}/Nodes?api-version=6.0");
            Assert.Contains("_Node_2", nodes);
        }
        await sfperf.RunAsync(0, "cluster", "stop");
    }

    private static async Task<(string Gateway, Uri? Https)> StartAsync(Sfperf sfperf, params string[] options)
    {
        var started = await sfperf.RunAsync(0, ["cluster", "start", "--nodes", "3", "--gateway-port", "0",
            "--client-port", "0", "--reverse-proxy-port", "0", .. options]);
        var https = Regex.Match(started.Output, @"https://[0-9.]+:[0-9]+");
        return (Regex.Match(started.Output, @"http://[0-9.]+:[0-9]+").Value, https.Success ? new(https.Value) : null);
    }

    // The files of the image store that are whole, but for those that end a folder.
    private static async Task<List<string>> StoredAsync(string gateway)
    {
        using var http = new HttpClient();
        var stored = new List<string>();
        var folders = new Queue<string>([""]);
        while (folders.TryDequeue(out var folder))
        {
            var list = JsonNode.Parse(await http.GetStringAsync($"{gateway}/ImageStore{folder}?api-version=6.0"))!;
            stored.AddRange(Names(list, "StoreFiles").Where(n => !n.EndsWith("_.dir")));
            foreach (var name in Names(list, "StoreFolders"))
                folders.Enqueue("/" + Uri.EscapeDataString(name));
        }
        return stored;

        static IEnumerable<string> Names(JsonNode list, string kind) =>
            list[kind]!.AsArray().Select(i => (string)i!["StoreRelativePath"]!);
    }

    private static async Task<string> ProfileAsync(Sfperf sfperf, string thumbprint)
    {
        await File.WriteAllTextAsync(Path.Combine(sfperf.Folder, "Parameters.xml"), """
            <Application Name="fabric:/FromProfile" xmlns="http://schemas.microsoft.com/2011/01/fabric">
              <Parameters><Parameter Name="Echo_Greeting" Value="moin" /></Parameters>
            </Application>
            """);
        var profile = Path.Combine(sfperf.Folder, "Profile.xml");
        await File.WriteAllTextAsync(profile, $"""
            <PublishProfile xmlns="http://schemas.microsoft.com/2015/05/fabrictools">
              <ClusterConnectionParameters ConnectionEndpoint="cluster.test:19000" X509Credential="true"
                ServerCertThumbprint="{thumbprint}" FindType="FindByThumbprint" FindValue="aa"
                StoreLocation="CurrentUser" StoreName="My" />
              <ApplicationParameterFile Path="Parameters.xml" />
            </PublishProfile>
            """);
        return profile;
    }
}
