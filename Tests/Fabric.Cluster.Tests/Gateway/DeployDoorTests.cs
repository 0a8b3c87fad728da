using System;
using System.IO;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

[Collection(nameof(OneNodeCollection))]
public sealed class DeployDoorTests(OneNodeCluster one)
{
    [Theory]
    [InlineData("package", "relative/folder")]
    [InlineData("package", "")]
    [InlineData("package", "/tmp\0/x")]
    [InlineData("profile", "Local.1Node.xml")]
    [InlineData("profile", "")]
    public async Task A_path_that_is_not_absolute_is_refused(string name, string path)
    {
        var request = new JsonObject { ["package"] = RunningCluster.EchoPackage };
        request[name] = path;
        var answer = await one.Cluster.PostAsync("/Applications/Deploy", request);
        Assert.Equal(("E_INVALIDARG", $"{name} is '{path}'. Allowed: an absolute path."),
            ((string)answer["error"]!["code"]!, (string)answer["error"]!["message"]!));
    }

    [Fact]
    public async Task A_package_with_a_program_from_elsewhere_is_refused_and_nothing_changes()
    {
        var before = await one.StateAsync();
        var package = Directory.CreateTempSubdirectory("sfperf-package-").FullName;
        try
        {
            RunningCluster.CopyPackage(package);
            var manifest = Path.Combine(package, "EchoPkg", "ServiceManifest.xml");
            var text = await File.ReadAllTextAsync(manifest);
            var begin = text.IndexOf("<Program>", StringComparison.Ordinal);
            var end = text.IndexOf("</Program>", StringComparison.Ordinal);
            await File.WriteAllTextAsync(manifest, text[..begin] + "<Program>/bin/sh" + text[end..]);
            var answer = await one.Cluster.PostAsync("/Applications/Deploy", new JsonObject { ["package"] = package });
            Assert.Equal("FABRIC_E_IMAGEBUILDER_VALIDATION_ERROR", (string)answer["error"]!["code"]!);
            Assert.Matches(@"ServiceManifest\.xml\(\d+\): 'Program' is '/bin/sh'",
                (string)answer["error"]!["message"]!);
            Assert.Equal(before, await one.StateAsync());
        }
        finally
        {
            Directory.Delete(package, recursive: true);
        }
    }
}
