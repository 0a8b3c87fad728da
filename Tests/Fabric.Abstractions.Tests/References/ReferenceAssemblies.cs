using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using SfPerf.Fabric.Abstractions.Tests.Api;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.References;

/// <summary>Assemblies with the names of Service Fabric's, for .NET 8, compiled from the listings beside the tests of
/// the surface.</summary>
public sealed class ReferenceAssemblies : IAsyncLifetime
{
    // Each refers to those before it.
    private static readonly (string Name, string[] Listings)[] Assemblies =
    [
        ("System.Fabric", ["System.Fabric", "System.Fabric.Query.manual"]),
        ("Microsoft.ServiceFabric.Data.Interfaces", ["Microsoft.ServiceFabric.Data.Interfaces"]),
        ("Microsoft.ServiceFabric.Data", ["Microsoft.ServiceFabric.Data"]),
        ("Microsoft.ServiceFabric.Services", ["Microsoft.ServiceFabric.Services"]),
        ("Microsoft.ServiceFabric.Services.Remoting", ["Microsoft.ServiceFabric.Services.Remoting"]),
        ("Microsoft.ServiceFabric.Actors", ["Microsoft.ServiceFabric.Actors"]),
    ];

    private readonly string _root = Directory.CreateTempSubdirectory("sfperf-references-").FullName;

    /// <summary>Gets the folder that the assemblies are in.</summary>
    internal string Folder => Path.Combine(_root, "references");

    /// <summary>Gets a folder for what is built.</summary>
    internal string Output => Path.Combine(_root, "built");

    /// <summary>Compiles them.</summary>
    public async ValueTask InitializeAsync()
    {
        var types = Assemblies.ToDictionary(a => a.Name, a => ListedType.Read(a.Listings.SelectMany(ApiListing.Lines)));
        var source = new ReferenceSource(types.Values.SelectMany(t => t));
        for (var i = 0; i < Assemblies.Length; i++)
        {
            var name = Assemblies[i].Name;
            var folder = Directory.CreateDirectory(Path.Combine(_root, name)).FullName;
            await File.WriteAllTextAsync(Path.Combine(folder, $"{name}.cs"), source.Write(types[name]));
            await File.WriteAllTextAsync(Path.Combine(folder, $"{name}.csproj"),
                Project(Assemblies.Take(i).Select(a => a.Name), Assemblies.Skip(i + 1).Select(a => a.Name)));
        }

        var last = Assemblies[^1].Name;
        var built = await Dotnet.BuildAsync(Path.Combine(_root, last, $"{last}.csproj"), $"-p:OutputPath={Folder}");
        Assert.True(built.Code == 0, built.Output);
    }

    /// <summary>Deletes everything.</summary>
    public ValueTask DisposeAsync()
    {
        Directory.Delete(_root, recursive: true);
        return default;
    }

    private static string Project(IEnumerable<string> references, IEnumerable<string> friends) =>
        $"""
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <TargetFramework>net8.0</TargetFramework>
            <TreatWarningsAsErrors>false</TreatWarningsAsErrors>
            <WarningLevel>0</WarningLevel>
            <RunAnalyzers>false</RunAnalyzers>
          </PropertyGroup>
          <ItemGroup>
            {string.Concat(references.Select(r => $"<ProjectReference Include=\"../{r}/{r}.csproj\" />"))}
            {string.Concat(friends.Select(f => $"<InternalsVisibleTo Include=\"{f}\" />"))}
          </ItemGroup>
        </Project>
        """;
}
