using System;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Code packages that clients restart.</summary>
public sealed class RestCodePackageTests(RestCluster rest) : IClassFixture<RestCluster>
{
    private const string Packages = "/Nodes/_Node_0/$/GetApplications/SfPerf/$/GetCodePackages";
    private const string Version = "?api-version=6.0";

    [Fact]
    [Trait("DeploymentCase", "22")]
    public async Task Only_the_run_of_a_code_package_that_was_named_is_restarted()
    {
        var before = await StartedAsync("");
        var (process, instance) = ((string)before["ProcessId"]!, (string)before["InstanceId"]!);
        var starts = int.Parse((string)before["CodePackageEntryPointStatistics"]!["ActivationCount"]!, null);
        foreach (var (code, id, status, error) in new[]
        {
            ("Code", "77", 409, "FABRIC_E_INSTANCE_ID_MISMATCH"), ("Code", "", 400, "E_INVALIDARG"),
            ("Code", "-1", 400, "E_INVALIDARG"), ("Other", "0", 404, "FABRIC_E_CODE_PACKAGE_NOT_FOUND"),
        })
        {
            var wrong = await RestartAsync(code, id);
            Assert.Equal((status, error), (wrong.Status, wrong.Code));
        }
        Assert.True(ProcessControl.IsAlive(int.Parse(process, null)));
        Assert.Equal(process, (string)(await StartedAsync(""))["ProcessId"]!);

        var done = await RestartAsync("Code", instance);
        Assert.Equal((200, ""), (done.Status, done.Text));
        var after = await StartedAsync(process);
        Assert.True(long.Parse((string)after["InstanceId"]!, null) > long.Parse(instance, null));
        var statistics = after["CodePackageEntryPointStatistics"]!;
        Assert.Equal(($"{starts + 1}", "0"), ((string)statistics["ActivationCount"]!,
            (string)statistics["ActivationFailureCount"]!));
        Assert.Equal(((string)statistics["ExitCount"]!, (string)statistics["ContinuousExitFailureCount"]!),
            ($"{starts}", (string)statistics["ExitFailureCount"]!));
        Assert.NotEqual("0", (string)statistics["LastExitCode"]!);
        // The same request again restarts nothing.
        var again = await RestartAsync("Code", instance);
        Assert.Equal((409, "FABRIC_E_INSTANCE_ID_MISMATCH"), (again.Status, again.Code));
        var events = (await rest.Cluster.GetAsync("/Cluster/Events"))["events"]!.AsArray();
        Assert.Single(events, e => (string)e!["entity"]! == "_Node_0/EchoApplicationType_App1/EchoPkg"
            && ((string)e["text"]!).StartsWith("restart of code package Code", StringComparison.Ordinal));
    }

    [Fact]
    [Trait("DeploymentCase", "22")]
    public async Task The_Python_client_restarts_a_code_package()
    {
        Assert.SkipUnless(Directory.Exists(PythonClientTests.Module), "skipped: needs python3-azure");
        const string Node = "_Node_1";
        var before = await rest.Cluster.UntilAsync(PackagesOf(Node), IsStarted);
        var restart = JsonNode.Parse("""
            {"$":"RestartDeployedCodePackageDescription","service_manifest_name":"EchoPkg","code_package_name":"Code",
             "code_package_instance_id":"0"}
            """);
        var answer = Assert.Single(await rest.RunAsync(PythonClientTests.Python, "client.py",
            [["restart_deployed_code_package", Node, "SfPerf", restart]]));
        Assert.True((int?)answer["status"] == 200, answer.ToJsonString());
        var process = (string)before[0]!["MainEntryPoint"]!["ProcessId"]!;
        _ = await rest.Cluster.UntilAsync(PackagesOf(Node),
            c => IsStarted(c) && (string)c[0]!["MainEntryPoint"]!["ProcessId"]! != process);
    }

    private async Task<JsonNode> StartedAsync(string afterProcess) =>
        (await rest.Cluster.UntilAsync(Packages + Version,
            c => IsStarted(c) && (string)c[0]!["MainEntryPoint"]!["ProcessId"]! != afterProcess))[0]!
        ["MainEntryPoint"]!;

    private static string PackagesOf(string node) =>
        Packages.Replace("_Node_0", node, StringComparison.Ordinal) + Version;

    private static bool IsStarted(JsonNode codes) =>
        codes.AsArray().SingleOrDefault() is { } code && (string)code["MainEntryPoint"]!["Status"]! == "Started";

    private Task<RestCluster.Answer> RestartAsync(string code, string instance) => rest.PostAsync(
        Packages + "/$/Restart" + Version, new JsonObject
        {
            ["ServiceManifestName"] = "EchoPkg", ["CodePackageName"] = code, ["CodePackageInstanceId"] = instance,
        }.ToJsonString());
}
