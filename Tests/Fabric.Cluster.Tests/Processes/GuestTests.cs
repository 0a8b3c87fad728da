using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>A program that was not written for Service Fabric, as the instance of a stateless service.</summary>
public sealed class GuestTests : IDisposable
{
    private const string Resolve = "/Services/Guests/Guest/$/ResolvePartition?kind=Singleton";
    private readonly string _folder = Directory.CreateTempSubdirectory("sfperf-guest-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_guest_is_open_while_its_process_runs_at_the_addresses_of_its_endpoints()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "skipped: needs a shell");
        WritePackage();
        int[] processes;
        await using (var cluster = await RunningCluster.StartAsync(
            null, "--nodes", "5", "--package", _folder, "--application", "fabric:/Guests"))
        {
            Assert.Equal("ready", (string?)cluster.Line["event"]);
            // A guest is open as soon as its process runs; its first line comes a moment later.
            var first = await cluster.UntilAsync(Resolve, a => Addresses(a).Length == 2 && Notes().Length == 2);
            foreach (var address in Addresses(first))
                Assert.Contains(Notes(), n => address == $"http://127.0.0.1:{n.Port}/api/values");
            var killed = Notes()[0].Process;

            Assert.True(ProcessControl.Kill(killed));

            _ = await cluster.UntilAsync("/Cluster/Status", _ => Notes().Length == 3);
            _ = await cluster.UntilAsync(Resolve, a => Addresses(a).Length == 2
                && Addresses(a).Contains($"http://127.0.0.1:{Notes()[2].Port}/api/values"));
            processes = [.. Notes().Select(n => n.Process)];
        }
        await RunningCluster.AssertGoneAsync(processes);
        // It was asked to end before it was ended.
        Assert.Equal(2, File.ReadAllLines(Path.Combine(_folder, "ended")).Length);
    }

    private static string[] Addresses(JsonNode answer) =>
        [.. (answer["endpoints"]?.AsArray() ?? []).Select(e => (string)e!["address"]!)
            .Select(a => (string)JsonNode.Parse(a)!["Endpoints"]!["Web"]!)];

    private (int Process, int Port)[] Notes()
    {
        var file = Path.Combine(_folder, "started");
        return !File.Exists(file) ? [] : [.. File.ReadAllLines(file).Select(l => l.Split(' ')).Where(w => w.Length == 2)
            .Select(w => (Number(w[0]), Number(w[1])))];
    }

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

    private void WritePackage()
    {
        var code = Directory.CreateDirectory(Path.Combine(_folder, "GuestPkg", "Code")).FullName;
        File.WriteAllText(Path.Combine(_folder, "ApplicationManifest.xml"), """
            <ApplicationManifest ApplicationTypeName="GuestsType" ApplicationTypeVersion="1.0.0"
                                 xmlns="http://schemas.microsoft.com/2011/01/fabric">
              <ServiceManifestImport>
                <ServiceManifestRef ServiceManifestName="GuestPkg" ServiceManifestVersion="1.0.0" />
              </ServiceManifestImport>
              <DefaultServices>
                <Service Name="Guest">
                  <StatelessService ServiceTypeName="GuestType" InstanceCount="2">
                    <SingletonPartition />
                  </StatelessService>
                </Service>
              </DefaultServices>
            </ApplicationManifest>
            """);
        File.WriteAllText(Path.Combine(_folder, "GuestPkg", "ServiceManifest.xml"), """
            <ServiceManifest Name="GuestPkg" Version="1.0.0" xmlns="http://schemas.microsoft.com/2011/01/fabric">
              <ServiceTypes><StatelessServiceType ServiceTypeName="GuestType" UseImplicitHost="true" /></ServiceTypes>
              <CodePackage Name="Code" Version="1.0.0">
                <EntryPoint><ExeHost><Program>Guest.SH</Program></ExeHost></EntryPoint>
              </CodePackage>
              <Resources>
                <Endpoints>
                  <Endpoint Name="Web" Protocol="http" UriScheme="http" PathSuffix="api/values" Type="Input" />
                </Endpoints>
              </Resources>
            </ServiceManifest>
            """);
        var script = Path.Combine(code, "guest.sh");
        File.WriteAllText(script, $"""
            #!/bin/sh
            trap 'echo ended >> {_folder}/ended; kill $sleeper; exit 0' TERM
            echo "$$ $Fabric_Endpoint_Web" >> {_folder}/started
            sleep 600 &
            sleeper=$!
            wait $sleeper
            """);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }
}
