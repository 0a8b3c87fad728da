using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Cluster.Manifests;

namespace SfPerf.Fabric.Cluster.Supervision;

/// <summary>
/// Finds the file of a code package: in the package's Code folder, or in the build output beside our own.
/// </summary>
internal static class ProgramLocator
{
    /// <exception cref="ManifestException">There is none.</exception>
    internal static string Find(ServicePackageDefinition package)
    {
        var stem = package.Code.Program.EndsWith(".exe", StringComparison.OrdinalIgnoreCase)
            ? package.Code.Program[..^4] : package.Code.Program;
        var name = OperatingSystem.IsWindows() ? stem + ".exe" : stem;
        var tried = Folders(package, stem).Select(f => Path.GetFullPath(Path.Combine(f, name))).ToArray();
        return tried.FirstOrDefault(File.Exists) ?? throw new ManifestException(
            Path.Combine(package.Folder, ServiceManifestReader.FileName), 0,
            $"The program '{package.Code.Program}' does not exist. Looked for {string.Join(", ", tried)}.");
    }

    private static IEnumerable<string> Folders(ServicePackageDefinition package, string stem)
    {
        var code = Path.Combine(package.Folder, package.Code.Name);
        if (Directory.Exists(code)) return [code];
        // artifacts/bin/SfPerf.DevCluster/release -> artifacts/bin/SfPerf.StatefulStore/release
        var own = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        return [Path.Combine(own, "..", "..", stem, Path.GetFileName(own))];
    }

    /// <summary>Gets what a child needs to find the same .NET runtime as this process.</summary>
    internal static IReadOnlyDictionary<string, string> RuntimeEnvironment()
    {
        var runtime = System.Runtime.InteropServices.RuntimeEnvironment.GetRuntimeDirectory();
        var root = Path.GetFullPath(Path.Combine(runtime, "..", "..", ".."));
        return new Dictionary<string, string> { ["DOTNET_ROOT"] = root, ["DOTNET_NOLOGO"] = "1" };
    }
}
