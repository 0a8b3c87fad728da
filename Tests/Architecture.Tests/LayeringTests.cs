using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Architecture.Tests;

public sealed class LayeringTests
{
    // A row may name only rows below it. Programs only built along (ReferenceOutputAssembly=false) do not count.
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["Client"] = ["Chaos", "Contracts", "Peers", "LoadGenerator", "Reports", "Metrics", "Fabric.Wcf",
            "Fabric.Remoting", "Fabric.Abstractions", "ServiceModel", "Platform"],
        ["Benchmarks"] = ["Fabric.Replication", "Fabric.ReliableState", "Fabric.Log", "Fabric.Transport",
            "Fabric.Remoting", "Fabric.Abstractions", "Peers", "LoadGenerator", "Metrics", "ServiceModel",
            "Contracts", "Fabric.Wcf", "Fabric.Actors", "Platform"],
        ["DevCluster"] = ["Fabric.Cluster", "Fabric.Abstractions", "Platform"],
        ["LoadDriver"] = ["LoadGenerator", "Contracts", "Fabric.Wcf", "Fabric.Remoting", "Fabric.Abstractions",
            "ServiceModel", "Metrics"],
        ["StatefulStore"] = ["Contracts", "Fabric.Remoting", "Fabric.Abstractions"],
        ["ChaosStore"] = ["Contracts", "Fabric.Remoting", "Fabric.Abstractions"],
        ["Contracts"] = ["Fabric.Remoting", "Fabric.Abstractions", "ServiceModel"],
        ["Reports"] = ["Metrics", "Platform"],
        ["Peers"] = ["LoadGenerator"],
        ["LoadGenerator"] = ["Metrics", "Platform"],
        ["Fabric.Cluster"] = ["Fabric.ReliableState", "Fabric.Replication", "Fabric.Log", "Fabric.Transport",
            "Fabric.Abstractions", "Platform"],
        ["Fabric.ReliableState"] = ["Fabric.Replication", "Fabric.Abstractions"],
        ["Fabric.Replication"] = ["Fabric.Log", "Fabric.Transport", "Fabric.Abstractions", "Platform"],
        ["Fabric.Actors"] = ["Fabric.Remoting", "Fabric.Abstractions"],
        ["Fabric.Remoting"] = ["Fabric.Transport", "Fabric.Abstractions"],
        ["Fabric.Wcf"] = ["Fabric.Abstractions", "ServiceModel", "Platform"],
        ["Fabric.Log"] = ["Platform"],
        ["Fabric.Transport"] = ["Platform"],
        ["Fabric.Abstractions"] = ["Platform"],
        ["ServiceModel"] = [],
        ["Chaos"] = [],
        ["Metrics"] = [],
        ["Platform"] = [],
    };

    public static TheoryData<string> Projects() =>
        new(Repository.Files("*.csproj").Select(Repository.Relative)
            .Where(p => !p.StartsWith("Tests/", System.StringComparison.Ordinal)));

    [Theory]
    [MemberData(nameof(Projects))]
    public void A_project_references_only_lower_layers(string project)
    {
        var name = ShortName(project);
        Assert.True(Allowed.TryGetValue(name, out var allowed), $"{name} has no row in the layering table.");
        var forbidden = References(project).Except(allowed!).ToArray();
        Assert.True(forbidden.Length == 0,
            $"{name} must not reference {string.Join(", ", forbidden)}; allowed: {string.Join(", ", allowed!)}.");
    }

    [Fact]
    public void The_table_has_no_cycle()
    {
        var order = Allowed.Keys.ToList();
        foreach (var (name, references) in Allowed)
            Assert.All(references, r => Assert.DoesNotContain(name, Allowed[r]));
        Assert.Equal(order.Count, order.Distinct().Count());
    }

    private static string ShortName(string project) =>
        Path.GetFileNameWithoutExtension(project).Replace("SfPerf.", "", System.StringComparison.Ordinal);

    private static IEnumerable<string> References(string project) =>
        BoundedXml.Load(Path.Combine(Repository.Root, project)).Descendants("ProjectReference")
            .Where(r => (string?)r.Attribute("ReferenceOutputAssembly") != "false")
            .Select(r => ShortName((string)r.Attribute("Include")!));
}
