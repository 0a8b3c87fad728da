using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Architecture.Tests;

public sealed class LayeringTests
{
    // A row may name only rows below it. Programs only built along (ReferenceOutputAssembly=false) do not count.
    private static readonly (string Name, string[] References)[] Layers =
    [
        ("Client", ["Scenarios", "Commands", "Chaos", "ServiceContracts", "DriverContracts", "Contracts", "Peers",
            "LoadGenerator", "Reports", "Machine", "Metrics", "Fabric.Wcf", "Fabric.Actors", "Fabric.Remoting",
            "Fabric.ProgrammingModel", "Fabric.Abstractions", "Fabric.Manifests", "Fabric.Gateway",
            "ServiceModel", "Platform", "Workload"]),
        ("Scenarios", ["Commands", "Reports", "Machine", "Metrics", "Fabric.Remoting", "Fabric.ProgrammingModel",
            "Fabric.Abstractions", "Fabric.Transport", "ServiceModel", "Platform"]),
        ("Commands", ["Reports", "Platform"]),
        ("Benchmarks", ["Fabric.Replication", "Fabric.ReliableState", "Fabric.Log", "Fabric.Transport",
            "Fabric.Remoting", "Fabric.ProgrammingModel", "Fabric.Abstractions", "Peers", "LoadGenerator", "Workload",
            "Metrics", "ServiceModel", "Contracts", "Fabric.Wcf", "Fabric.Actors", "Platform"]),
        ("DevCluster", ["Fabric.Cluster", "Fabric.Control", "Fabric.Hosting", "Fabric.Manifests", "Fabric.Gateway",
            "Platform"]),
        ("LoadDriver", ["LoadGenerator", "ServiceContracts", "DriverContracts", "Contracts", "Fabric.Wcf",
            "Fabric.Actors", "Fabric.Remoting", "Fabric.ProgrammingModel", "Fabric.Abstractions", "ServiceModel",
            "Metrics", "Workload", "Platform"]),
        ("ActorStore", ["ServiceContracts", "Fabric.Actors", "Fabric.Remoting",
            "Fabric.ProgrammingModel", "Fabric.Abstractions"]),
        ("StatefulStore", ["ServiceContracts", "Contracts", "Fabric.Remoting", "Fabric.ProgrammingModel",
            "Fabric.Abstractions"]),
        ("ChaosStore", ["ServiceContracts", "Contracts", "Fabric.Remoting", "Fabric.ProgrammingModel",
            "Fabric.Abstractions"]),
        // A service speaks one protocol and refers to the contracts of that one.
        ("ServiceContracts", ["Contracts", "Fabric.Actors", "Fabric.Remoting", "Fabric.ProgrammingModel",
            "Fabric.Abstractions"]),
        ("DriverContracts", ["Contracts", "ServiceModel"]),
        ("Contracts", []),
        ("Reports", ["Machine", "Metrics", "Platform", "Workload"]),
        ("Peers", ["LoadGenerator", "Workload"]),
        ("LoadGenerator", ["Metrics", "Workload", "Platform"]),
        ("Fabric.Cluster", ["Fabric.Control", "Fabric.Manifests", "Fabric.Transport", "Fabric.Gateway", "Platform"]),
        ("Fabric.Hosting", ["Fabric.Control", "Fabric.Manifests", "Fabric.ReliableState", "Fabric.Replication",
            "Fabric.Log", "Fabric.ProgrammingModel", "Fabric.Abstractions", "Platform"]),
        ("Fabric.Control", ["Fabric.Manifests", "Fabric.Transport", "Platform"]),
        ("Fabric.Manifests", ["Platform"]),
        ("Fabric.ReliableState", ["Fabric.Replication", "Fabric.Abstractions", "Platform"]),
        ("Fabric.Replication", ["Fabric.Log", "Fabric.Transport", "Fabric.Abstractions", "Platform"]),
        ("Fabric.Actors", ["Fabric.Remoting", "Fabric.ProgrammingModel", "Fabric.Abstractions", "Platform"]),
        ("Fabric.Remoting", ["Fabric.Transport", "Fabric.ProgrammingModel", "Fabric.Abstractions", "Platform"]),
        ("Fabric.Wcf", ["Fabric.ProgrammingModel", "Fabric.Abstractions", "ServiceModel", "Platform"]),
        ("Fabric.AspNetCore", ["Fabric.ProgrammingModel", "Fabric.Abstractions"]),
        ("Fabric.Log", ["Platform"]),
        ("Fabric.Transport", ["Platform"]),
        ("Fabric.ProgrammingModel", ["Fabric.Gateway", "Fabric.Abstractions", "Platform"]),
        ("Fabric.Gateway", []),
        ("Fabric.Abstractions", ["Platform"]),
        ("ServiceModel", ["Platform"]),
        ("Chaos", []),
        ("Machine", []),
        ("Workload", ["Metrics"]),
        ("Metrics", []),
        ("Platform", []),
    ];

    private static readonly Dictionary<string, string[]> Allowed = Layers.ToDictionary(l => l.Name, l => l.References);

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

    // An order in which each row names later rows only excludes cycles of any length.
    [Fact]
    public void Each_row_names_rows_below_it_only()
    {
        var below = Layers.Select(l => l.Name).ToHashSet();
        Assert.Equal(Layers.Length, below.Count);
        foreach (var (name, references) in Layers)
        {
            below.Remove(name);
            Assert.True(references.All(below.Contains),
                $"{name} names {string.Join(", ", references.Except(below))}, not below it in the table.");
        }
    }

    [Fact]
    public void Each_row_is_a_project() =>
        Assert.Empty(Allowed.Keys.Except(Repository.Files("*.csproj").Select(ShortName)));

    private static string ShortName(string project) =>
        Path.GetFileNameWithoutExtension(project).Replace("SfPerf.", "", System.StringComparison.Ordinal);

    private static IEnumerable<string> References(string project) =>
        BoundedXml.Load(Path.Combine(Repository.Root, project)).Descendants("ProjectReference")
            .Where(r => (string?)r.Attribute("ReferenceOutputAssembly") != "false")
            .Select(r => ShortName((string)r.Attribute("Include")!));
}
