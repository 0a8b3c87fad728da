using System.IO;
using System.Threading.Tasks;
using SfPerf.Client.Tests.Commands;
using Xunit;

namespace SfPerf.Client.Tests.Cluster;

/// <summary>Whether a run is measured on a cluster elsewhere, and by which certificates.</summary>
public sealed class ElsewhereRulesTests
{
    private const string There = "ClusterAddress=https://c.test:19080";

    [Theory]
    [InlineData("ServerCertificateThumbprint=AB", "ClusterAddress=",
        "--set: ServerCertificateThumbprint = AB: a local cluster, and a client endpoint, are reached without "
        + "certificates; allowed: empty, or ClusterAddress = https://HOST:PORT, or a publish profile that names a "
        + "cluster.")]
    [InlineData("ClientCertificateThumbprint=AB", "ClusterAddress=c.test",
        "--set: ClientCertificateThumbprint = AB: a local cluster, and a client endpoint, are reached without")]
    [InlineData("ClusterAddress=ftp://c.test", "NumClients=1",
        "--set: ClusterAddress = ftp://c.test: no address of a gateway; allowed: https://HOST:PORT or "
        + "http://HOST:PORT, a host whose port is ClientConnectionEndpoint, or empty.")]
    [InlineData("ClusterAddress=https://c.test/Nodes", "NumClients=1", "no address of a gateway")]
    [InlineData(There, "ServerCertificateThumbprint=AB", "The thumbprint of the cluster's certificate is 'AB'. "
        + "Allowed: the 40 hexadecimal digits of SHA-1 or the 64 of SHA-256.")]
    [InlineData(There, "ClientCertificateFile=missing.pem", "--set: ClientCertificateFile = missing.pem: there is no "
        + "such file; allowed: a PEM file with a certificate and its private key.")]
    public async Task What_is_wrong_is_said_before_anything_is_started(string first, string second, string problem)
    {
        var run = await Invocation.RunAsync(
            "run", Product.File("Parameters/local1.json"), "--set", first, "--set", second);
        Assert.Equal(2, run.Code);
        Assert.Contains(problem, run.Error);
        Assert.EndsWith("in the parameters; nothing was started.\n", run.Error);
    }

    [Fact]
    public async Task A_dry_run_says_which_cluster_and_what_the_application_there_must_be_like()
    {
        var run = await Invocation.RunAsync("run", Product.File("Parameters/local1.json"), "--dry-run", "--endpoint",
            "https://c.test:19080", "--set", "ValueSerializer=Custom");
        Assert.Contains("Use fabric:/SfPerf on the cluster at https://c.test:19080, as it is there, if "
            + "StatefulStore_ValueSerializer = Custom.\n", run.Out);
        Assert.DoesNotContain("Deploy ", run.Out);
    }

    [Theory]
    [InlineData("ConnectionEndpoint='c.test:19000'", "Use fabric:/Mine on the cluster at http://c.test:19080,")]
    [InlineData("ConnectionEndpoint=''", "Use the running local cluster")]
    [InlineData("ConnectionEndpoint='c.test'", "(2): Attribute 'ConnectionEndpoint'")]
    [InlineData("ConnectionEndpoint='c.test:19000' AzureActiveDirectory='true'",
        "(2): The profile asks for a login by Azure Active Directory, which is not built.")]
    public async Task A_profile_names_the_cluster_where_no_address_is_given(string connection, string said)
    {
        using var folder = new TemporaryFolder();
        var profile = Path.Combine(folder.Path, "There.xml");
        await File.WriteAllTextAsync(profile, $"""
            <PublishProfile xmlns="http://schemas.microsoft.com/2015/05/fabrictools">
              <ClusterConnectionParameters {connection} />
              <ApplicationParameterFile Path="Mine.xml" />
            </PublishProfile>
            """);
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "Mine.xml"), """
            <Application Name="fabric:/Mine" xmlns="http://schemas.microsoft.com/2011/01/fabric"><Parameters />
            </Application>
            """);
        var run = await Invocation.RunAsync("run", Product.File("Parameters/local1.json"), "--dry-run", "--set",
            $"PublishProfile={profile}");
        Assert.Contains(said, run.Out + run.Error);
    }
}
