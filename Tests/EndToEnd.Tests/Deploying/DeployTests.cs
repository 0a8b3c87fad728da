using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.EndToEnd.Tests.Deploying;

/// <summary><c>sfperf deploy</c> against a cluster, also through a gateway that asks for certificates.</summary>
public sealed class DeployTests
{
    private const string Type = "EchoApplicationType";

    [Fact]
    [Trait("DeploymentCase", "60")]
    public async Task A_package_goes_to_a_secured_cluster_and_an_upload_that_was_cut_off_goes_on()
    {
        await using var sfperf = new Sfperf();
        var gateway = await StartAsync(sfperf);
        using var server = SecuredGateway.NewCertificate("cluster.test");
        using var client = SecuredGateway.NewCertificate("client.test");
        using var stranger = SecuredGateway.NewCertificate("stranger.test");
        var certificate = Written(sfperf, "client.pem", client);
        await using var secured = await SecuredGateway.StartAsync(gateway, server, client.Thumbprint);
        var package = Path.Combine(sfperf.Folder, "Echo.sfpkg");
        var folder = Package(sfperf);
        await ZipFile.CreateFromDirectoryAsync(folder, package);
        string[] deploy = ["deploy", package, "--endpoint", secured.Address];
        string[] trusted = [.. deploy, "--server-thumbprint", server.Thumbprint];

        // Who the other side is comes first, then who we are.
        var unknown = await sfperf.RunAsync(2, [.. deploy, "--cert", certificate]);
        Assert.Contains($"If it is the right one, say --server-thumbprint {server.Thumbprint}.", unknown.Error);
        var other = await sfperf.RunAsync(2, [.. deploy, "--server-thumbprint", client.Thumbprint]);
        Assert.Contains("is not trusted", other.Error);
        var nobody = await sfperf.RunAsync(4, trusted);
        Assert.Contains("admits nobody without a client certificate. Give one with --cert.", nobody.Error);
        var wrong = await sfperf.RunAsync(4, [.. trusted, "--cert", Written(sfperf, "stranger.pem", stranger)]);
        Assert.Contains($"this one has the thumbprint {stranger.Thumbprint}", wrong.Error);
        var none = await sfperf.RunAsync(2, [.. trusted, "--cert", package]);
        Assert.Contains("Allowed: a PEM file with a certificate and its private key.", none.Error);
        Assert.Empty(secured.TakePut());

        var files = Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Length;
        secured.CutAfter(files / 2);
        string[] whole = [.. trusted, "--cert", certificate, "--parameter", "Store_PartitionCount=2"];
        var cut = await sfperf.RunAsync(4, whole);
        Assert.Contains("does not answer", cut.Error);
        var first = secured.TakePut();
        Assert.NotEmpty(first);
        secured.CutAfter(int.MaxValue);
        var done = await sfperf.RunAsync(0, whole);
        Assert.Matches(@"^fabric:/EchoApplication is ready after [0-9.]+ s\.\n$", done.Output);
        Assert.Contains($"; {first.Length} were there already.", done.Error);
        var second = secured.TakePut().Where(p => !p.EndsWith("/_.dir")).ToArray();
        Assert.Equal(files, first.Length + second.Length);
        Assert.Empty(first.Intersect(second));

        Assert.Equal("fabric:/EchoApplication was deployed already.\n", (await sfperf.RunAsync(0, whole)).Output);
        Assert.Empty(secured.TakePut());

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
        var gateway = await StartAsync(sfperf);
        var folder = Package(sfperf);
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

    private static async Task<string> StartAsync(Sfperf sfperf)
    {
        var started = await sfperf.RunAsync(0, "cluster", "start", "--nodes", "3", "--gateway-port", "0",
            "--client-port", "0", "--reverse-proxy-port", "0");
        return Regex.Match(started.Output, @"http://[0-9.]+:[0-9]+").Value;
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

    private static string Written(
        Sfperf sfperf, string name, System.Security.Cryptography.X509Certificates.X509Certificate2 certificate)
    {
        var path = Path.Combine(sfperf.Folder, name);
        using var key = System.Security.Cryptography.X509Certificates.RSACertificateExtensions
            .GetRSAPrivateKey(certificate)!;
        File.WriteAllText(path, certificate.ExportCertificatePem() + "\n" + key.ExportPkcs8PrivateKeyPem() + "\n");
        return path;
    }

    // With its program inside, as a package for a cluster elsewhere.
    private static string Package(Sfperf sfperf)
    {
        var source = Path.Combine(Sfperf.Repository, "Tests", "TestServices", "EchoPackage");
        var package = Path.Combine(sfperf.Folder, "Echo");
        var programs = Path.GetDirectoryName(Sfperf.Program("SfPerf.Tests.Echo", "SfPerf.Tests.Echo.dll"))!;
        var files = new Dictionary<string, string>();
        foreach (var file in Directory.GetFiles(source, "*", SearchOption.AllDirectories))
            files[file] = Path.Combine(package, Path.GetRelativePath(source, file));
        foreach (var file in Directory.GetFiles(programs))
            files[file] = Path.Combine(package, "EchoPkg", "Code", Path.GetFileName(file));
        foreach (var (from, to) in files)
        {
            _ = Directory.CreateDirectory(Path.GetDirectoryName(to)!);
            File.Copy(from, to);
        }
        var manifest = Path.Combine(package, "EchoPkg", "ServiceManifest.xml");
        var program = OperatingSystem.IsWindows() ? "SfPerf.Tests.Echo.exe" : "SfPerf.Tests.Echo";
        File.WriteAllText(manifest, File.ReadAllText(manifest).Replace("SfPerf.Tests.Echo.exe", program));
        return package;
    }
}
