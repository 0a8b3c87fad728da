using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.References;

/// <summary>The services' source is built against Service Fabric's published API, without our programming model.
/// </summary>
public sealed class ServiceFabricBuildTests(ReferenceAssemblies references) : IClassFixture<ReferenceAssemblies>
{
    // Service Fabric has no WCF listener outside of .NET Framework, so ours goes along.
    private const string Wcf = "SfPerf.Fabric.Wcf.dll";

    [Fact]
    public async Task The_services_are_built_for_Service_Fabric_and_take_nothing_of_our_runtime_along()
    {
        var (code, output) = await Dotnet.BuildAsync(Path.Combine(Checkout.Root, "Services.slnf"),
            "-p:FabricSdk=ServiceFabric", $"-p:FabricReferences={references.Folder}",
            $"-p:ArtifactsPath={references.Output}", "-p:RunAnalyzers=true");
        Assert.True(code == 0, output);

        foreach (var service in new[] { "StatefulStore", "ActorStore", "ChaosStore", "LoadDriver" })
        {
            var folder = Path.Combine(references.Output, "bin", $"SfPerf.{service}", "debug");
            var files = Directory.GetFiles(folder).Select(f => Path.GetFileName(f)).ToArray();
            Assert.Contains("Microsoft.ServiceFabric.Services.dll", files);
            Assert.DoesNotContain(files, f => f.StartsWith("SfPerf.Fabric.") && f.EndsWith(".dll") && f != Wcf);
            var runtime = await File.ReadAllTextAsync(Path.Combine(folder, $"SfPerf.{service}.runtimeconfig.json"));
            Assert.Contains("\"tfm\": \"net8.0\"", runtime);
        }
    }

    [Fact]
    public async Task A_package_is_made_of_what_was_built_for_Service_Fabric()
    {
        var file = Path.Combine(references.Output, "chaos.sfpkg");
        _ = Directory.CreateDirectory(references.Output);
        string[] arguments =
        [
            "package", "--runtime", "linux-x64", "--framework-dependent", "--configuration", "Debug", "--package",
            Path.Combine(Checkout.Root, "ChaosStore", "ApplicationPackage"), "--sdk", "ServiceFabric", "-o", file,
        ];
        var (code, output) = await Dotnet.SfperfAsync([.. arguments, "--sdk-references", references.Folder]);
        Assert.True(code == 0, output);

        using var package = await ZipFile.OpenReadAsync(file);
        var code2 = package.Entries.Where(e => e.FullName.StartsWith("ChaosStorePkg/Code/")).ToArray();
        Assert.Contains(code2, e => e.Name == "SfPerf.ChaosStore");
        Assert.Contains(code2, e => e.Name == "Microsoft.ServiceFabric.Services.dll");
        Assert.DoesNotContain(code2, e => e.Name.StartsWith("SfPerf.Fabric.") && e.Name.EndsWith(".dll")
            && e.Name != Wcf);
        var settings = code2.Single(e => e.Name == "SfPerf.ChaosStore.runtimeconfig.json");
        using var reader = new StreamReader(await settings.OpenAsync());
        Assert.Contains("\"tfm\": \"net8.0\"", await reader.ReadToEndAsync());

        var (refused, error) = await Dotnet.SfperfAsync(
            [.. arguments, "--sdk-references", Path.Combine(references.Output, "none")]);
        Assert.Equal(2, refused);
        Assert.Contains("no such folder", error);
    }

    [Fact]
    public async Task A_part_of_our_runtime_is_not_built_for_Service_Fabric()
    {
        var (code, output) = await Dotnet.BuildAsync(
            Path.Combine(Checkout.Root, "Fabric/Remoting/SfPerf.Fabric.Remoting.csproj"), "-p:FabricSdk=ServiceFabric",
            $"-p:FabricReferences={references.Folder}", $"-p:ArtifactsPath={references.Output}");
        Assert.NotEqual(0, code);
        Assert.Contains("SfPerf.Fabric.Remoting is a part of our own runtime", output);
    }

    [Fact]
    public async Task An_unknown_runtime_is_refused()
    {
        var (code, output) = await Dotnet.BuildAsync(Path.Combine(Checkout.Root, "Workload/SfPerf.Workload.csproj"),
            "-p:FabricSdk=Fabrik", $"-p:ArtifactsPath={references.Output}");
        Assert.NotEqual(0, code);
        Assert.Contains("FabricSdk 'Fabrik' is not known; allowed: Embedded, ServiceFabric.", output);
    }
}
