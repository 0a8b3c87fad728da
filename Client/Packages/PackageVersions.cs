using System;
using System.Diagnostics;
using System.IO;
using System.Linq;

namespace SfPerf.Client.Packages;

/// <summary>Determines which versions of programs a package holds.</summary>
internal static class PackageVersions
{
    private const string CodeFolders = "Code*";
    private const string Runtime = "SfPerf.Fabric.Hosting.dll";
    private const string ServiceFabric = "System.Fabric.dll";

    // Packages from Windows name their folders in any case.
    private static readonly EnumerationOptions InAnyCase = new() { MatchCasing = MatchCasing.CaseInsensitive };

    /// <summary>Returns the versions of the runtimes that the services of a package bring along, as
    /// <c>SfPerf.Fabric.Hosting 0.1.0+f6a5127</c>; empty for a package whose programs come from the build.</summary>
    /// <param name="package">The package's folder.</param>
    public static string CodeOf(string package) => string.Join(", ",
        Directory.EnumerateDirectories(package)
            .SelectMany(service => Directory.EnumerateDirectories(service, CodeFolders, InAnyCase))
            .SelectMany(code => new[] { Runtime, ServiceFabric }.Select(name => Path.Combine(code, name)))
            .Where(File.Exists)
            .Select(file => $"{Path.GetFileNameWithoutExtension(file)} "
                + (FileVersionInfo.GetVersionInfo(file).ProductVersion ?? "unknown"))
            .Distinct().Order(StringComparer.Ordinal));
}
