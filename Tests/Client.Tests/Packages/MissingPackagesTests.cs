using SfPerf.Client.Packages;
using Xunit;

namespace SfPerf.Client.Tests.Packages;

/// <summary>What is said of packages that a build could not have.</summary>
public sealed class MissingPackagesTests
{
    private const string End = "Make a source that has them known to NuGet (dotnet nuget add source), or give "
        + "--sdk-references DIR with their assemblies.";

    [Theory]
    [InlineData(
        "/a/b.csproj : error NU1101: Unable to find package Microsoft.ServiceFabric.Data. No packages exist with this "
        + "id in source(s): nuget.org, own [/a/b.csproj]\n"
        + "/a/b.csproj : error NU1101: Unable to find package Microsoft.ServiceFabric.Actors. No packages exist with "
        + "this id in source(s): nuget.org, own\n",
        "Microsoft.ServiceFabric.Actors, Microsoft.ServiceFabric.Data cannot be had from nuget.org, own.")]
    [InlineData(
        "/a/b.csproj : error NU1102: Unable to find package Microsoft.ServiceFabric.Services with version (>= 9.9.9)\n"
        + "/a/b.csproj : error NU1102:   - Found 7 version(s) in own [ Nearest version: 8.0.1 ]\n",
        "Microsoft.ServiceFabric.Services cannot be had from own.")]
    [InlineData(
        "error NU1301: Failed to retrieve information about 'Microsoft.ServiceFabric.Data' from remote source "
        + "'https://packages.example/x/index.json'.\n",
        "Microsoft.ServiceFabric.Data cannot be had from https://packages.example/x/index.json.")]
    public void Packages_that_cannot_be_had_are_named_with_their_sources(string output, string expected) =>
        Assert.Equal($"Service Fabric's packages {expected} {End}", MissingPackages.In(output));

    [Theory]
    [InlineData("error CS1002: ; expected in Microsoft.ServiceFabric.Data")]
    [InlineData("error NU1101: Unable to find package Other.Package. No packages exist with this id in source(s): own")]
    [InlineData("")]
    public void Another_failure_is_told_as_it_is(string output) => Assert.Null(MissingPackages.In(output));
}
