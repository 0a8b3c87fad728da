using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace SfPerf.Fabric.Manifests;

/// <summary>
/// Finds the file of a code package: in the package's Code folder, or beside our own: in the build output, or of an
/// installed product.
/// </summary>
internal static class ProgramLocator
{
    /// <summary>Finds the files of all code packages: of the first one, then of the others.</summary>
    /// <exception cref="ManifestException">One does not exist.</exception>
    internal static CodeFiles[] Find(ServicePackageDefinition package) =>
        [.. package.Companions.Prepend(package.Code).Select(c => new CodeFiles(
            Find(package, c.Name, c.Program), c.Setup is { } setup ? Find(package, c.Name, setup.Program) : null))];

    private static string Find(ServicePackageDefinition package, string code, string program)
    {
        var manifest = Path.Combine(package.Folder, ServiceManifestReader.FileName);
        if (Problem(package.Folder, code, program) is { } problem)
            throw new ManifestException(manifest, 0, problem);
        var tried = Folders(package, code, ProgramName.Stem(program))
            .Select(f => Path.GetFullPath(PackagePath.Find(f, FileName(program)))).ToArray();
        return tried.FirstOrDefault(File.Exists) ?? throw new ManifestException(manifest, 0,
            $"The program '{program}' does not exist. Looked for {string.Join(", ", tried)}.");
    }

    /// <summary>Gets why a package may not have this program, or null: it runs what came with it only.</summary>
    /// <param name="package">The folder of the service package.</param>
    /// <param name="code">The name of the code package.</param>
    /// <param name="program">What the manifest names as program.</param>
    internal static string? Problem(string package, string code, string program)
    {
        var folder = PackagePath.Find(package, code);
        var what = !Directory.Exists(folder) ? PackagePath.IsPlain(ProgramName.Stem(program)) ? null : "a path"
            : PackagePath.Problem(package, folder, FileName(program));
        return what is null ? null : $"'Program' is '{program}', {what}. Allowed: "
            + (Directory.Exists(folder) ? $"the name of a file in the folder '{code}' of the package, or below it."
                : $"the name of a program; the package has no folder '{code}' in which a path could lead.");
    }

    private static string FileName(string program) =>
        ProgramName.Stem(program) + (OperatingSystem.IsWindows() ? ProgramName.WindowsEnding : "");

    private static IEnumerable<string> Folders(ServicePackageDefinition package, string code, string stem)
    {
        var folder = PackagePath.Find(package.Folder, code);
        if (Directory.Exists(folder))
            return [folder];
        // artifacts/bin/SfPerf.DevCluster/release -> artifacts/bin/SfPerf.StatefulStore/release
        var own = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        // of an installed product: programs/SfPerf.DevCluster -> programs/SfPerf.StatefulStore
        return [Path.Combine(own, "..", "..", stem, Path.GetFileName(own)), Path.Combine(own, "..", stem)];
    }

    /// <summary>Gets what a child needs to find the same .NET runtime as this process.</summary>
    internal static IReadOnlyDictionary<string, string> RuntimeEnvironment()
    {
        var runtime = System.Runtime.InteropServices.RuntimeEnvironment.GetRuntimeDirectory();
        var root = Path.GetFullPath(Path.Combine(runtime, "..", "..", ".."));
        return new Dictionary<string, string> { ["DOTNET_ROOT"] = root, ["DOTNET_NOLOGO"] = "1" };
    }
}

/// <summary>The files of a code package: what is started, and what runs before it, or null.</summary>
internal sealed record CodeFiles(string Entry, string? Setup);
