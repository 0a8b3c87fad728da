using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>What runs before the program of a service, and what runs beside it.</summary>
public sealed class CodePackageTests : IDisposable
{
    private readonly string _package = Directory.CreateTempSubdirectory("sfperf-package-").FullName;

    private string[] OneNode =>
    [
        "--nodes", "1", "--package", _package, "--set", "Store_TargetReplicaSetSize=1",
        "--set", "Store_MinReplicaSetSize=1",
    ];

    public CodePackageTests()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The programs are shell scripts.");
        RunningCluster.CopyPackage(_package);
    }

    [Fact]
    public async Task The_setup_runs_before_the_service_and_the_other_code_package_beside_it_until_the_end()
    {
        Write("""
            sleep 0.2
            echo "$Fabric_CodePackageName $Fabric_NodeName $1" >> "$Fabric_Folder_App_Work/setup"
            """, """
            echo $$ > "$Fabric_Folder_App_Work/beside"
            echo "$BESIDE $Fabric_CodePackageName"
            while true; do sleep 0.1; done
            """);
        int beside;
        await using (var cluster = await RunningCluster.StartAsync(null, OneNode))
        {
            Assert.Equal("ready", (string?)cluster.Line["event"]);
            var folder = Path.Combine(cluster.Folder, "_Node_0", "_App", "EchoApplicationType_App1");
            Assert.Equal("Code _Node_0 now",
                (await File.ReadAllTextAsync(Path.Combine(folder, "work", "setup"))).Trim());
            var echo = await cluster.AddressAsync("SfPerf/Echo", "kind=Singleton");
            Assert.Equal("Code", await RunningCluster.AskAsync(echo, "env Fabric_CodePackageName"));
            Assert.Equal("Code Beside", await RunningCluster.AskAsync(echo, "codes"));
            beside = await PidAsync(Path.Combine(folder, "work", "beside"));
            Assert.True(ProcessControl.IsAlive(beside));
            var codes = await cluster.UntilAsync(
                "/Nodes/_Node_0/$/GetApplications/SfPerf/$/GetCodePackages?api-version=6.0",
                c => (string)c[1]!["MainEntryPoint"]!["ProcessId"]! == $"{beside}");
            Assert.Equal(["Code Started Stopped 1", "Beside Started Invalid 0"], codes.AsArray().Select(c =>
                $"{c!["Name"]} {c["MainEntryPoint"]!["Status"]} {c["SetupEntryPoint"]!["Status"]} "
                + c["SetupEntryPoint"]!["CodePackageEntryPointStatistics"]!["ExitCount"]));

            // It starts again by itself, and the service does not notice.
            _ = ProcessControl.Kill(beside);
            await RunningCluster.AssertGoneAsync([beside]);
            beside = await PidAsync(Path.Combine(folder, "work", "beside"), before: beside);
            Assert.Equal("Code", await RunningCluster.AskAsync(echo, "env Fabric_CodePackageName"));
            // It writes its id first, and its node copies its output.
            var output = Path.Combine(folder, "log", "Beside_EchoPkg_M.out");
            _ = await cluster.UntilAsync(
                "/Cluster/Status", _ => File.ReadAllText(output).Contains("yes Beside", StringComparison.Ordinal));

            // A killed node takes it along.
            _ = await cluster.PostAsync("/Cluster/Kill", new JsonObject { ["node"] = "_Node_0" });
            await RunningCluster.AssertGoneAsync([beside]);
            beside = await PidAsync(Path.Combine(folder, "work", "beside"), before: beside);
            _ = await cluster.UntilAsync("/Cluster/Status", s => (string)s["health"]! == "Ok");
        }
        await RunningCluster.AssertGoneAsync([beside]);
    }

    [Fact]
    public async Task A_setup_that_fails_fails_the_deployment_with_its_last_words()
    {
        Write("""
            echo "There is no certificate here." >&2
            exit 7
            """, "sleep 60");
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        Assert.Equal((4, "HostFailed"), (cluster.Manager.ExitCode, (string)cluster.Line["code"]!));
        Assert.Contains("does not start: the setup entry point 'setup.sh' of the code package 'Code' ended with "
            + "exit code 7. There is no certificate here.", (string)cluster.Line["message"]!);
    }

    [Fact]
    public async Task A_code_package_beside_the_first_that_ends_is_an_error_in_the_health_and_stops_nothing()
    {
        Write("exit 0", """
            echo "I cannot go on."
            exit 5
            """);
        await using var cluster = await RunningCluster.StartAsync(null, OneNode);
        Assert.Equal("ready", (string?)cluster.Line["event"]);
        var status = await cluster.UntilAsync("/Cluster/Status", s => Problem(s) is not null);
        Assert.Equal("exit code 5. I cannot go on.", Problem(status));
        Assert.Equal("Error", (string)status["health"]!);
    }

    public void Dispose() => Directory.Delete(_package, recursive: true);

    private static string? Problem(JsonNode status) => status["healthEvents"]!.AsArray()
        .Where(e => ((string)e!["entity"]!).EndsWith("/EchoPkg/Beside", StringComparison.Ordinal))
        .Select(e => (string?)e!["description"]).FirstOrDefault();

    private static async Task<int> PidAsync(string file, int before = 0)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit)
        {
            if (File.Exists(file) && int.TryParse((await File.ReadAllTextAsync(file)).Trim(),
                CultureInfo.InvariantCulture, out var pid) && pid != before)
            {
                return pid;
            }

            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
        throw new TimeoutException($"'{file}' was not written.");
    }

    // The service's own program is copied into the package, as a build does, beside the script that prepares it.
    private void Write(string setup, string beside)
    {
        var code = Directory.CreateDirectory(Path.Combine(_package, "EchoPkg", "Code")).FullName;
        var own = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        var built = Path.Combine(own, "..", "..", "SfPerf.Tests.Echo", Path.GetFileName(own));
        foreach (var file in Directory.EnumerateFiles(built))
            File.Copy(file, Path.Combine(code, Path.GetFileName(file)));
        WriteScript(Path.Combine(code, "setup.sh"), setup);
        WriteScript(Path.Combine(
            Directory.CreateDirectory(Path.Combine(_package, "EchoPkg", "Beside")).FullName, "beside.sh"), beside);
        var manifest = Path.Combine(_package, "EchoPkg", "ServiceManifest.xml");
        var text = File.ReadAllText(manifest);
        text = text.Replace("<EntryPoint>", "<SetupEntryPoint><ExeHost><Program>setup.sh</Program>"
            + "<Arguments>now</Arguments></ExeHost></SetupEntryPoint><EntryPoint>", StringComparison.Ordinal);
        text = text.Replace("</CodePackage>", """
            </CodePackage><CodePackage Name="Beside" Version="1.0.0"><EntryPoint><ExeHost><Program>beside.sh</Program>
            </ExeHost></EntryPoint><EnvironmentVariables><EnvironmentVariable Name="BESIDE" Value="yes" />
            </EnvironmentVariables></CodePackage>
            """, StringComparison.Ordinal);
        File.WriteAllText(manifest, text);
    }

    private static void WriteScript(string path, string text)
    {
        File.WriteAllText(path, $"#!/bin/bash\n{text}\n");
        if (OperatingSystem.IsLinux())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }
}
