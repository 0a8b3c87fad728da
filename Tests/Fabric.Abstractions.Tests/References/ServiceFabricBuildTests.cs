using System.IO;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.References;

/// <summary>The services' source is built against Service Fabric's published API, without anything of our runtime.
/// </summary>
public sealed class ServiceFabricBuildTests(ReferenceAssemblies references) : IClassFixture<ReferenceAssemblies>
{
    [Theory]
    [InlineData("StatefulStore")]
    [InlineData("ActorStore")]
    [InlineData("ChaosStore")]
    [InlineData("LoadDriver")]
    public async Task A_service_is_built_against_Service_Fabric(string service)
    {
        var (code, output) = await Dotnet.BuildAsync(
            Path.Combine(Checkout.Root, service, $"SfPerf.{service}.csproj"), "-p:FabricSdk=ServiceFabric",
            $"-p:FabricReferences={references.Folder}", $"-p:ArtifactsPath={references.Output}",
            "-p:RunAnalyzers=false");
        Assert.True(code == 0, output);
    }
}
