using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.EndToEnd.Tests;

/// <summary>The guide to a service of one's own, done as it is written.</summary>
public sealed class GuideTests
{
    private const string Application = "fabric:/Counting";
    private const string Call = "    var counter = ";

    private static readonly string[] Lines =
        File.ReadAllLines(Path.Combine(Sfperf.Repository, "docs", "guides", "your-own-service.md"));

    [Theory]
    [InlineData("    <TargetFramework>net10.0</TargetFramework>")]
    // As the projects of public samples are: for an older .NET and for Windows.
    [InlineData("    <TargetFramework>net8.0</TargetFramework><RuntimeIdentifier>win-x64</RuntimeIdentifier>"
        + "<SelfContained>True</SelfContained>")]
    public async Task The_service_of_the_guide_builds_outside_the_repository_and_counts(string framework)
    {
        await using var sfperf = new Sfperf();
        Write(sfperf, "Directory.Build.props", Block("<Project>").Replace("SFPERF", Sfperf.Repository));
        Write(sfperf, "Counter/Counter.csproj", Block("<Project Sdk=").Replace(
            "    <TargetFramework>net10.0</TargetFramework>", framework));
        Write(sfperf, "Package/ApplicationManifest.xml", Block("<ApplicationManifest "));
        Write(sfperf, "Package/CounterPkg/ServiceManifest.xml", Block("<ServiceManifest "));
        var data = Path.Combine(sfperf.Folder, "cluster");
        await sfperf.RunAsync(0, "cluster", "start", "--data", data, "--gateway-port", "0", "--client-port", "0",
            "--reverse-proxy-port", "0");
        var cluster = JsonElement.Parse(await File.ReadAllTextAsync(Path.Combine(data, "cluster.json")));
        var endpoint = cluster.GetProperty("clientEndpoint").GetString();
        // The cluster of the guide is where a client looks for it; this one leaves that port to others.
        Write(sfperf, "Counter/Program.cs", Block("using System.Fabric;").Replace(
            Call, $"    ServicePartitionResolver.SetDefault(new ServicePartitionResolver(\"{endpoint}\"));\n{Call}"));

        await PublishAsync(sfperf);
        await sfperf.RunAsync(0, "package", "--check", "Package");
        await sfperf.RunAsync(0, "cluster", "deploy", "Package", "--name", Application);
        for (var count = 1; count <= 2; count++)
        {
            var caller = sfperf.Family.Start(
                Path.Combine(sfperf.Folder, "Package", "CounterPkg", "Code", "Counter.dll"), sfperf.Folder, "call");
            Assert.Equal((0, $"{count}\n", ""), (await caller.ExitAsync(Sfperf.Limit), caller.Output, caller.Error));
        }

        await sfperf.RunAsync(0, "cluster", "stop");
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    // The command of the guide. What it refers to has been built with this test, and others use it now.
    private static async Task PublishAsync(Sfperf sfperf)
    {
        // With the packages and settings of the person who runs the tests.
        await using var family = new ProcessFamily(new Dictionary<string, string> { ["MSBUILDDISABLENODEREUSE"] = "1" });
        var configuration = char.ToUpperInvariant(Sfperf.Configuration[0]) + Sfperf.Configuration[1..];
        var publish = family.Start("publish", sfperf.Folder, "Counter", "-c", configuration, "-o",
            "Package/CounterPkg/Code", "-p:BuildProjectReferences=false", "-p:UseSharedCompilation=false");
        Assert.True(await publish.ExitAsync(Sfperf.Limit) == 0, publish.Output + publish.Error);
    }

    // The indented lines from the one that begins so on, as far as they are indented or empty.
    private static string Block(string beginning) => string.Join('\n', Lines
        .SkipWhile(l => !l.StartsWith("    " + beginning, StringComparison.Ordinal))
        .TakeWhile(l => l.Length == 0 || l.StartsWith("    ", StringComparison.Ordinal))
        .Select(l => l.Length == 0 ? l : l[4..]));

    private static void Write(Sfperf sfperf, string file, string text)
    {
        var path = Path.Combine(sfperf.Folder, file);
        _ = Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
