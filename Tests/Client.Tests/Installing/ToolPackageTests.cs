using System.IO;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Client.Tests.Installing;

/// <summary>The installed tool without the checkout.</summary>
[Collection("installing")]
public sealed class ToolPackageTests(InstalledTool tool) : IClassFixture<InstalledTool>
{
    [Fact]
    public async Task The_packed_tool_measures_the_simulated_store_and_a_cluster_and_plays_the_first_hour()
    {
        var version = await tool.RunAsync("--version");
        Assert.Matches("^sfperf [0-9.]+\n", version.Out);
        Assert.Contains("\nruntime .NET ", version.Out);
        Assert.Matches("\nbuilt by .NET SDK [0-9]+[.]", version.Out);
        var quick = new[] { "/NumWriteOperationsTotal:64", "/NumReadOperationsTotal:64", "/NumItems:8", "--quiet" };
        Assert.Contains(" write ",
            (await tool.RunAsync(["run", "--set", "TargetServiceType=SimulatedService", .. quick])).Out);
        // The programs, the application, its profile and the parameters are those of the package.
        Assert.Contains(
            "1 node, ", (await tool.RunAsync(["run", "--set", "PublishProfile=Local.1Node", .. quick])).Out);
        Assert.Equal(2, Directory.GetDirectories(Path.Combine(tool.Folder, "runs")).Length);
        Directory.Delete(Path.Combine(tool.Folder, "runs"), recursive: true);
        await new RecordedSession(Product.File("docs/guides/first-hour.md")).PlayAsync(tool);
        Assert.StartsWith("<!doctype html>", await File.ReadAllTextAsync(
            Path.Combine(tool.Folder, "report.html"), TestContext.Current.CancellationToken));
    }
}
