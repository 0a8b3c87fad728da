using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Architecture.Tests;

/// <summary>The services name what Service Fabric declares, and nothing of our runtime, so that the same source is
/// built for both.</summary>
public sealed partial class ServiceTests
{
    // What Services.slnf builds, but for Fabric/Wcf: Service Fabric has no WCF listener outside of .NET Framework.
    private static readonly string[] Folders =
    [
        "ActorStore", "ChaosStore", "Contracts", "DriverContracts", "LoadDriver", "LoadGenerator", "Metrics",
        "Platform", "ServiceContracts", "ServiceModel", "StatefulStore", "Workload",
    ];

    [Fact]
    public void A_service_names_a_type_of_our_runtime_only_in_files_of_the_embedded_build()
    {
        var hits = Folders.SelectMany(f => Repository.Files("*.cs")
                .Where(p => Repository.Relative(p).StartsWith(f + "/", StringComparison.Ordinal)))
            .Where(p => !p.EndsWith(".Embedded.cs", StringComparison.Ordinal) && Ours().IsMatch(File.ReadAllText(p)))
            .Select(Repository.Relative);
        Assert.Empty(hits);
    }

    [Fact]
    public void Each_file_of_the_embedded_build_has_its_counterpart_for_Service_Fabric()
    {
        Assert.Equal(Names("Embedded"), Names("ServiceFabric"));
        Assert.NotEmpty(Names("Embedded"));
    }

    // A project that a service refers to, and that is not in the filter, would be missed only by who builds with it.
    [Fact]
    public void The_filter_of_the_solution_names_the_services_and_what_they_need()
    {
        var filter = File.ReadAllText(Path.Combine(Repository.Root, "Services.slnf"));
        var named = Project().Matches(filter).Select(m => Path.GetFullPath(
            Path.Combine(Repository.Root, m.Groups[1].Value))).ToArray();
        Assert.Equal(Folders.Append("Fabric/Wcf").Order(StringComparer.Ordinal),
            named.Select(p => Repository.Relative(Path.GetDirectoryName(p)!)).Order(StringComparer.Ordinal));
        var replaced = new[] { "Abstractions", "ProgrammingModel", "Remoting", "Actors" };
        var needed = named.SelectMany(p => BoundedXml.Load(p).Descendants("ProjectReference").Select(r =>
                Path.GetFullPath(Path.Combine(Path.GetDirectoryName(p)!, (string)r.Attribute("Include")!))))
            .Where(p => !replaced.Any(r => p.EndsWith($"SfPerf.Fabric.{r}.csproj", StringComparison.Ordinal)));
        Assert.Empty(needed.Except(named));
    }

    private static string[] Names(string build) => [.. Repository.Files($"*.{build}.cs").Select(Repository.Relative)
        .Select(p => p[..^(build.Length + 4)]).Order(StringComparer.Ordinal)];

    [GeneratedRegex(@"\bSfPerf\.Fabric\.(?!Wcf\b)")]
    private static partial Regex Ours();

    [GeneratedRegex(@"""([^""]+\.csproj)""")]
    private static partial Regex Project();
}
