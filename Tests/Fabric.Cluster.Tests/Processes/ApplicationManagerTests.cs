using System;
using System.Collections.Specialized;
using System.Fabric;
using System.Fabric.Description;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>Applications that a program creates from a package, through FabricClient.</summary>
public sealed class ApplicationManagerTests
{
    private const string Image = "fabric:ImageStore";
    private const string Type = "EchoApplicationType";

    [Fact]
    public async Task A_package_becomes_a_type_and_an_application_that_is_there_after_a_restart_and_is_deleted()
    {
        var folder = Directory.CreateTempSubdirectory("sfperf-cluster-").FullName;
        Uri name = new("fabric:/Mine");
        try
        {
            await using (var cluster = await RunningCluster.StartAsync(folder, "--nodes", "1"))
            {
                using var client = new FabricClient((string)cluster.Line["clientEndpoint"]!);
                var manager = client.ApplicationManager;
                manager.CopyApplicationPackage(Image, RunningCluster.EchoPackage, "incoming/Echo");
                await manager.ProvisionApplicationAsync("incoming/Echo");
                var again = await Assert.ThrowsAsync<FabricElementAlreadyExistsException>(
                    () => manager.ProvisionApplicationAsync("incoming/Echo"));
                Assert.Equal(FabricErrorCode.ApplicationTypeAlreadyExists, again.ErrorCode);
                manager.RemoveApplicationPackage(Image, "incoming/Echo");
                var type = Assert.Single(await client.QueryManager.GetApplicationTypeListAsync());
                Assert.Equal((Type, "1.0.0", "hello"), (type.ApplicationTypeName, type.ApplicationTypeVersion,
                    type.DefaultParameters["Echo_Greeting"].Value));

                await manager.CreateApplicationAsync(new(name, Type, "1.0.0", new NameValueCollection
                {
                    ["Echo_Greeting"] = "moin", ["Store_TargetReplicaSetSize"] = "1", ["Store_MinReplicaSetSize"] = "1",
                }));
                Assert.Equal("ok", await cluster.AskPrimaryAsync("Mine/Store", 0, "set a 1"));
                var held = await Assert.ThrowsAsync<FabricElementAlreadyExistsException>(
                    () => manager.CreateApplicationAsync(new(name, Type, "1.0.0")));
                Assert.Equal(FabricErrorCode.ApplicationAlreadyExists, held.ErrorCode);
                var used = await Assert.ThrowsAsync<FabricException>(
                    () => manager.UnprovisionApplicationAsync(Type, "1.0.0"));
                Assert.Equal(FabricErrorCode.ApplicationTypeInUse, used.ErrorCode);
            }
            await using (var cluster = await RunningCluster.StartAsync(folder, "--nodes", "1"))
            {
                using var client = new FabricClient((string)cluster.Line["clientEndpoint"]!);
                Assert.Equal("1", await cluster.AskPrimaryAsync("Mine/Store", 0, "get a"));
                Assert.Equal("moin", await RunningCluster.AskAsync(
                    await cluster.AddressAsync("Mine/Echo", "kind=Singleton"), "setting Words Greeting"));
                await client.ApplicationManager.DeleteApplicationAsync(new DeleteApplicationDescription(name));
                Assert.Empty(await client.QueryManager.GetApplicationListAsync());
                await client.ApplicationManager.UnprovisionApplicationAsync(Type, "1.0.0");
                Assert.Empty(await client.QueryManager.GetApplicationTypeListAsync());
                Assert.Empty(Directory.EnumerateFiles(
                    Path.Combine(folder, "image-store"), "*", SearchOption.AllDirectories));
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task What_is_not_there_or_is_no_package_is_refused_with_what_is_allowed()
    {
        await using var cluster = await RunningCluster.StartAsync(null, "--nodes", "1");
        using var client = new FabricClient((string)cluster.Line["clientEndpoint"]!);
        var manager = client.ApplicationManager;
        var store = Assert.Throws<ArgumentException>(
            () => manager.CopyApplicationPackage("file:/tmp", RunningCluster.EchoPackage, "Echo"));
        Assert.StartsWith("The image store is 'file:/tmp'. Allowed: fabric:ImageStore.", store.Message);
        var path = Assert.Throws<ArgumentException>(
            () => manager.CopyApplicationPackage(Image, RunningCluster.EchoPackage, "../Echo"));
        Assert.StartsWith("The name in the image store is '../Echo'. Allowed: one or more names", path.Message);
        var missing = Path.Combine(cluster.Folder, "missing");
        Assert.Contains("does not exist", Assert.Throws<ArgumentException>(
            () => manager.CopyApplicationPackage(Image, missing, "Echo")).Message);
        _ = await Assert.ThrowsAsync<FabricElementNotFoundException>(() => manager.ProvisionApplicationAsync("Echo"));
        manager.CopyApplicationPackage(Image, Path.Combine(RunningCluster.EchoPackage, "EchoPkg"), null);
        var invalid = await Assert.ThrowsAsync<FabricException>(() => manager.ProvisionApplicationAsync("EchoPkg"));
        Assert.Equal(FabricErrorCode.ImageBuilderValidationError, invalid.ErrorCode);
        var type = await Assert.ThrowsAsync<FabricElementNotFoundException>(
            () => manager.CreateApplicationAsync(new(new("fabric:/Mine"), Type, "2.0.0")));
        Assert.Equal($"There is no application type '{Type}' of version '2.0.0'. There are: none.", type.Message);
        Assert.Empty((await client.QueryManager.GetApplicationTypeListAsync()).ToArray());
    }
}
