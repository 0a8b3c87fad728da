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

        // The service as it is has no contract that can be measured, and says so instead of a figure.
        string[] measure =
        [
            "run", Sfperf.ParameterFile("local1.json"), "/NumWriteOperationsTotal:4k", "/NumReadOperationsTotal:4k",
            "--target-service",
        ];
        const string Counter = $"{Application}/Counter";
        var missing = await sfperf.RunAsync(4, [.. measure, Counter]);
        Assert.Contains($"sfperf: {Counter} does not have the contract ISfDictionary, which SfDictionary "
            + "calls.", missing.Error);

        Write(sfperf, "Counter/Counter.csproj", Block("<Project Sdk=").Replace("</Project>",
            Block("<ItemGroup>").Replace("SFPERF", Sfperf.Repository) + "</Project>"));
        Write(sfperf, "Counter/Measured.cs", MeasuredBlock());
        await PublishAsync(sfperf);
        await sfperf.RunAsync(0, "cluster", "remove", Application);
        await sfperf.RunAsync(0, "cluster", "deploy", "Package", "--name", Application);
        var measured = await sfperf.RunAsync(0, [.. measure, Counter]);
        Assert.Matches("(?m)^write: [0-9,.]+ operations a second, .*; none failed$", measured.Output);
        Assert.Matches("(?m)^read: [0-9,.]+ operations a second, .*; none failed$", measured.Output);
        // The load drivers of the run before serve, and this project's store is not there.
        Assert.DoesNotContain("Deploying", measured.Error);
        var unknown = await sfperf.RunAsync(4, [.. measure, "fabric:/Counting/Other"]);
        Assert.Contains("The cluster has no service fabric:/Counting/Other. sfperf cluster deploy PACKAGE --name "
            + "fabric:/Counting puts", unknown.Error);

        await sfperf.RunAsync(0, "cluster", "stop");
        var none = await sfperf.RunAsync(4, [.. measure, Counter]);
        Assert.Contains("No cluster runs that could have the service fabric:/Counting/Counter.", none.Error);
        await sfperf.Family.AllGoneAsync(Sfperf.GoneLimit);
    }

    // The command of the guide. What it refers to has been built with this test, and others use it now.
    private static async Task PublishAsync(Sfperf sfperf)
    {
        // With the packages and settings of the person who runs the tests.
        await using var family = new ProcessFamily(
            new Dictionary<string, string> { ["MSBUILDDISABLENODEREUSE"] = "1" });
        var configuration = char.ToUpperInvariant(Sfperf.Configuration[0]) + Sfperf.Configuration[1..];
        var publish = family.Start("publish", sfperf.Folder, "Counter", "-c", configuration, "-o",
            "Package/CounterPkg/Code", "-p:BuildProjectReferences=false", "-p:UseSharedCompilation=false");
        Assert.True(await publish.ExitAsync(Sfperf.Limit) == 0, publish.Output + publish.Error);
        Assert.DoesNotContain(": warning ", publish.Output, StringComparison.Ordinal);
    }

    // The indented lines from those that begin so on, as far as they are indented or empty.
    private static string Block(string beginning) => string.Join('\n', Lines
        .SkipWhile(l => !l.StartsWith("    " + beginning, StringComparison.Ordinal))
        .TakeWhile(l => l.Length == 0 || l.StartsWith("    ", StringComparison.Ordinal))
        .Select(l => l.Length == 0 ? l : l[4..]));

    private static string MeasuredBlock() => string.Join('\n', Lines
        .SkipWhile(l => !l.Contains("`Counter/Measured.cs`", StringComparison.Ordinal)).Skip(1)
        .TakeWhile(l => l.Length == 0 || l.StartsWith("    ", StringComparison.Ordinal))
        .Select(l => l.Length == 0 ? l : l[4..]));

    private static void Write(Sfperf sfperf, string file, string text)
    {
        var path = Path.Combine(sfperf.Folder, file);
        _ = Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
