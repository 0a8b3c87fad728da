using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.EndToEnd.Tests.Deploying;

/// <summary><c>sfperf run</c> and <c>sfperf cluster</c> against a cluster that is reached by Service Fabric's REST
/// interface only, by https with certificates.</summary>
public sealed class RunElsewhereTests
{
    private static readonly string[] Small =
    [
        "run", Sfperf.ParameterFile("local1.json"), "/NumWriteOperationsTotal:2048", "/NumReadOperationsTotal:2048",
        "/NumItems:64",
    ];

    [Fact]
    [Trait("DeploymentCase", "60")]
    public async Task A_run_measures_what_was_deployed_on_a_secured_cluster_and_needs_its_certificate()
    {
        await using var sfperf = new Sfperf();
        using var secured = await SecuredCluster.StartAsync(sfperf);
        string[] run = [.. Small, "--endpoint", secured.Address, "--server-thumbprint", secured.Server.Thumbprint];
        string[] known = [.. run, "--cert", secured.ClientFile];

        // Before it is deployed.
        var missing = await sfperf.RunAsync(4, known);
        Assert.Contains($"has no application fabric:/SfPerf. A run deploys nothing there: sfperf deploy PACKAGE "
            + $"--name fabric:/SfPerf --endpoint {secured.Address} does.", missing.Error);
        await sfperf.RunAsync(0, ["deploy", BuiltPackage.Services(sfperf), .. secured.Options,
            "--name", "fabric:/SfPerf", "--parameter", "StatefulStore_PartitionCount=2"]);

        var nobody = await sfperf.RunAsync(4, run);
        Assert.Contains("admits nobody without a client certificate. Give one with --cert.", nobody.Error);
        var untrusted = await sfperf.RunAsync(2, [.. Small, "--endpoint", secured.Address, "--cert",
            secured.ClientFile]);
        Assert.Contains($"say --server-thumbprint {secured.Server.Thumbprint}.", untrusted.Error);
        var other = await sfperf.RunAsync(2, [.. known, "--set",
            "ApplicationParameters.StatefulStore_PartitionCount=3"]);
        Assert.Contains("The run asks for StatefulStore_PartitionCount = 3, and there it is 2.", other.Error);
        var unlike = await sfperf.RunAsync(2, [.. known, "--set", "ValueSerializer=Custom"]);
        Assert.Contains("StatefulStore_ValueSerializer = Custom, and there it is BuiltIn", unlike.Error);
        Assert.Empty(Directory.GetFiles(sfperf.Folder, "run.json", SearchOption.AllDirectories));

        // The parameters of a file do as well as options.
        var done = await sfperf.RunAsync(0, [.. Small, "--set", $"ClusterAddress={secured.Address}",
            "--set", $"ServerCertificateThumbprint={secured.Server.Thumbprint256}",
            "--set", $"ClientCertificateFile={secured.ClientFile}", "--label", "where=there"]);
        Assert.Contains("tells neither its durability", done.Error);
        Assert.Contains("3 nodes, 2 partitions, 3 replicas, durability unknown", done.Output);
        var saved = sfperf.SavedRun();
        var cluster = saved.GetProperty("cluster");
        Assert.False(cluster.TryGetProperty("durability", out var durability)
            && durability.ValueKind != JsonValueKind.Null);
        Assert.StartsWith("11.", cluster.GetProperty("settings").GetProperty("serviceFabric").GetString()!);
        Assert.All(saved.GetProperty("phases").EnumerateArray(),
            p => Assert.Equal(0, p.GetProperty("failed").GetInt64()));
        Assert.Equal(4096, saved.GetProperty("phases").EnumerateArray()
            .Where(p => p.GetProperty("name").GetString() is "write" or "read")
            .Sum(p => p.GetProperty("operations").GetInt64()));

        // A profile says whom to trust, and where our certificate is: in a store of this user, which is not there yet.
        string[] profiled = [.. Small, "--endpoint", secured.Address, "--set",
            $"PublishProfile={await ProfileAsync(sfperf, secured)}"];
        var stored = await sfperf.RunAsync(2, profiled);
        Assert.Contains($"is to be found by FindByThumbprint '{secured.Client.Thumbprint}', but the store 'My' of "
            + "CurrentUser ", stored.Error);
        Assert.Contains("or a PEM file with both, named by --cert.", stored.Error);
        if (OperatingSystem.IsLinux())
        {
            Store(sfperf, secured.Client);
            var found = await sfperf.RunAsync(0, profiled);
            Assert.Contains("net.tcp to the load driver, remoting and replication go without", found.Error);
        }
        await sfperf.RunAsync(0, "cluster", "stop");
    }

    [Fact]
    [Trait("DeploymentCase", "60")]
    public async Task The_verbs_for_a_cluster_elsewhere_go_by_REST_with_its_certificate()
    {
        await using var sfperf = new Sfperf();
        using var secured = await SecuredCluster.StartAsync(sfperf);
        await sfperf.RunAsync(0, ["deploy", BuiltPackage.Echo(sfperf), .. secured.Options,
            "--name", "fabric:/There", "--parameter", "Store_PartitionCount=1"]);
        Task<RunningProgram> ClusterAsync(params string[] verb) =>
            sfperf.RunAsync(0, ["cluster", .. verb, .. secured.Options]);

        await ClusterStatus.WholeAsync(secured.Gateway);
        var status = (await ClusterAsync("status")).Output;
        Assert.Contains($"  gateway {secured.Address}\n", status);
        Assert.Matches(@"(?m)^Service Fabric 11\.[0-9.]+: health Ok$", status);
        Assert.Contains("  fabric:/There EchoApplicationType 1.0.0 Ready, health Ok\n", status);
        Assert.Contains("    fabric:/There/Store (Stateful), health Ok\n", status);
        Assert.Equal(3, Regex.Count(status, "(?m)^  _Node_[0-2] +Up *$"));
        Assert.Equal(1, Regex.Count(status, "(?m)^        _Node_[0-2] +Primary +Ready *$"));
        Assert.DoesNotContain("pid", status);

        // The service is the only one of its name.
        var moved = Regex.Match((await ClusterAsync("move", "Store")).Output,
            "^The primary of Store moved from (_Node_[0-2]) to (_Node_[0-2])\\.\\n$").Groups;
        Assert.NotEqual(moved[1].Value, moved[2].Value);
        await ClusterStatus.WholeAsync(secured.Gateway);
        var back = await ClusterAsync("move", "fabric:/There/Store", moved[1].Value);
        Assert.EndsWith($"from {moved[2].Value} to {moved[1].Value}.\n", back.Output);
        Assert.Matches(
            "^_Node_1 is up again after [0-9.]+ s\\.\\n$", (await ClusterAsync("restart", "_Node_1")).Output);
        foreach (var (verb, said) in new (string[], string)[]
        {
            (["move", "Stor"], "There is no service 'Stor'. "), (["restart", "_Node_7"], "there is no such node. "),
            (["move", "Store", "--partition", $"{Guid.Empty}"], $"has no partition {Guid.Empty}. Allowed: "),
            (["remove", "fabric:/Nobody"], "fabric:/Nobody"),
        })
        {
            Assert.Contains(said, (await sfperf.RunAsync(2, ["cluster", .. verb, .. secured.Options])).Error);
        }

        // Nobody without a certificate, and none where none counts.
        var nobody = await sfperf.RunAsync(4, "cluster", "status", "--endpoint", secured.Address,
            "--server-thumbprint", secured.Server.Thumbprint);
        Assert.Contains("admits nobody without a client certificate. Give one with --cert.", nobody.Error);
        var needless = await sfperf.RunAsync(2, "cluster", "status", "--cert", secured.ClientFile);
        Assert.Contains("Allowed: --endpoint with https://HOST:PORT", needless.Error);

        using var http = new HttpClient();
        using var content = new StringContent(
            """{"DeactivationIntent":"Pause"}""", new MediaTypeHeaderValue("application/json"));
        using var paused = await http.PostAsync(
            $"{secured.Gateway}/Nodes/_Node_2/$/Deactivate?api-version=6.0", content);
        Assert.Equal(200, (int)paused.StatusCode);
        // It is answered when it begins: the node is "Disabling" until nothing stands against it.
        await DisabledAsync(http, new Uri($"{secured.Gateway}/Nodes/_Node_2?api-version=6.0"));
        Assert.Matches("(?m)^  _Node_2 +Disabled +deactivated \\(Pause\\)$", (await ClusterAsync("status")).Output);
        var here = (await sfperf.RunAsync(0, "cluster", "status")).Output;
        Assert.Matches("(?m)^  _Node_2 +Up +pid [0-9]+  deactivated \\(Pause\\)$", here);
        Assert.Contains($"  gateway {secured.Gateway}  {secured.Address}  client endpoint ", here);
        var nodes = JsonElement.Parse((await ClusterAsync("status", "--format", "json")).Output).GetProperty("nodes")
            .EnumerateArray();
        Assert.Equal(["Pause"], nodes.Where(n => n.TryGetProperty("deactivation", out _))
            .Select(n => n.GetProperty("deactivation").GetProperty("intent").GetString()!));

        Assert.Matches("^fabric:/There is gone after [0-9.]+ s\\.\\n$",
            (await ClusterAsync("remove", "fabric:/There")).Output);
        Assert.DoesNotContain("fabric:/There", (await ClusterAsync("health")).Output);
        await sfperf.RunAsync(0, "cluster", "stop");
    }

    private static async Task DisabledAsync(HttpClient http, Uri node)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (JsonElement.Parse(await http.GetStringAsync(node)).GetProperty("NodeStatus").ToString() != "Disabled")
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < Sfperf.Limit, "It is not disabled.");
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System);
        }
    }

    // .NET keeps a user's certificates in these files on Linux.
    private static void Store(Sfperf sfperf, TestCertificate certificate)
    {
        var folder = Path.Combine(sfperf.Folder, ".dotnet", "corefx", "cryptography", "x509stores", "my");
        _ = Directory.CreateDirectory(folder);
        File.WriteAllBytes(Path.Combine(folder, $"{certificate.Thumbprint}.pfx"),
            certificate.Certificate.Export(X509ContentType.Pkcs12));
    }

    private static async Task<string> ProfileAsync(Sfperf sfperf, SecuredCluster secured)
    {
        var parameters = Path.Combine(Sfperf.Repository, "ApplicationParameters", "Local.5Node.xml");
        var profile = Path.Combine(sfperf.Folder, "There.xml");
        await File.WriteAllTextAsync(profile, $"""
            <PublishProfile xmlns="http://schemas.microsoft.com/2015/05/fabrictools">
              <ClusterConnectionParameters ConnectionEndpoint="cluster.test:19000" X509Credential="true"
                ServerCertThumbprint="{secured.Server.Thumbprint}" FindType="FindByThumbprint"
                FindValue="{secured.Client.Thumbprint}" StoreLocation="CurrentUser" StoreName="My" />
              <ApplicationParameterFile Path="{parameters}" />
            </PublishProfile>
            """);
        return profile;
    }
}
