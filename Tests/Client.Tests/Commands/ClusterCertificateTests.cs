using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography.X509Certificates;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

public sealed class ClusterCertificateTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-certificate-").FullName;

    private string Out => Path.Combine(_folder, "made");

    private string Pem => Path.Combine(Out, "sfperf-cluster.pem");

    private string Pfx => Path.Combine(Out, "sfperf-cluster.pfx");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task It_is_made_for_cluster_and_client_with_a_key_that_its_owner_alone_may_read()
    {
        var made = await Invocation.RunAsync(
            "cluster", "certificate", "--out", Out, "--pfx", "--host", "box.test", "--host", "192.0.2.7");
        Assert.Equal(0, made.Code);
        using var certificate = X509Certificate2.CreateFromPemFile(Pem);
        Assert.Equal(certificate.Thumbprint + "\n", made.Out);
        Assert.Contains($"--client-admin {certificate.Thumbprint}", made.Error);
        Assert.Contains($"--cert {Pem} --server-thumbprint {certificate.Thumbprint}", made.Error);
        Assert.Equal("CN=ServiceFabricDevClusterCert", certificate.Subject);
        Assert.True(certificate.HasPrivateKey);
        foreach (var host in new[] { "localhost", "127.0.0.1", "::1", "box.test", "192.0.2.7" })
            Assert.True(certificate.MatchesHostname(host), host);
        Assert.False(certificate.MatchesHostname("other.test"));
        var purposes = certificate.Extensions.OfType<X509EnhancedKeyUsageExtension>().Single().EnhancedKeyUsages;
        Assert.Equal(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"], purposes.Cast<System.Security.Cryptography.Oid>()
            .Select(o => o.Value));
        using var other = X509CertificateLoader.LoadPkcs12FromFile(Pfx, null);
        Assert.Equal((certificate.Thumbprint, true), (other.Thumbprint, other.HasPrivateKey));
        if (!OperatingSystem.IsWindows())
        {
            foreach (var file in new[] { Pem, Pfx })
                Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
        }
        Assert.Equal([Pem, Pfx], Directory.GetFiles(Out).Order());
        var key = (await File.ReadAllTextAsync(Pem)).Split("PRIVATE KEY-----\n")[1].Split('\n')[0];
        Assert.DoesNotContain(key, made.Out + made.Error);
    }

    [Fact]
    public async Task One_that_is_there_is_replaced_only_on_demand()
    {
        var first = await Invocation.RunAsync("cluster", "certificate", "--out", Out);
        var before = await File.ReadAllTextAsync(Pem);
        foreach (var again in new string[][] { [], ["--pfx"] })
        {
            var refused = await Invocation.RunAsync(["cluster", "certificate", "--out", Out, .. again]);
            Assert.Equal((2, ""), (refused.Code, refused.Out));
            Assert.Contains($"{Pem} is there already", refused.Error);
            Assert.Contains("--force replaces it.", refused.Error);
            Assert.Equal(before, await File.ReadAllTextAsync(Pem));
            Assert.False(File.Exists(Pfx));
        }
        var second = await Invocation.RunAsync("cluster", "certificate", "--out", Out, "--force");
        Assert.Equal(0, second.Code);
        Assert.NotEqual(first.Out, second.Out);
        using var certificate = X509Certificate2.CreateFromPemFile(Pem);
        Assert.Equal(certificate.Thumbprint + "\n", second.Out);
    }

    [Theory]
    [InlineData("https://box.test")]
    [InlineData("box.test:19443")]
    [InlineData("")]
    [InlineData("a b")]
    public async Task A_name_that_is_none_is_refused(string host)
    {
        var refused = await Invocation.RunAsync("cluster", "certificate", "--out", Out, "--host", host);
        Assert.Equal(2, refused.Code);
        Assert.Contains($"--host is '{host}'. Allowed: the name or the IP address of a host", refused.Error);
        Assert.False(Directory.Exists(Out));
    }
}
