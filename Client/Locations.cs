using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace SfPerf.Client;

/// <summary>Finds the files that come with the product, and the folders it keeps per user.</summary>
internal static class Locations
{
    public const string DefaultParameterFile = ParametersFolder + "/local1.json";

    private const string ParametersFolder = "Parameters";

    /// <summary>The project of the cluster's program.</summary>
    public const string ClusterProject = "SfPerf.DevCluster";

    /// <summary>
    /// Finds a file or folder: as given, beside <paramref name="besides"/>, in the current folder or one above it,
    /// or in the product's. Returns its path, relative where that is shorter; null when there is none.
    /// </summary>
    public static string? Find(string path, string? besides = null) => FirstIn(Folders(besides), path);

    /// <summary>Finds a file or folder of a product: in the folder of its program, or in one above it.</summary>
    public static string? FindAbove(string folder, string path) => FirstIn(Upwards(folder), path);

    /// <summary>Returns the parameter file of the product that a path such as <c>Parameters/local2.json</c> names in a
    /// folder that has no such file; null where the path is that of a file, or the product has none.</summary>
    public static string? Sample(string path) =>
        !Path.Exists(path) && Path.GetDirectoryName(path) == ParametersFolder
            ? FindAbove(AppContext.BaseDirectory, path) : null;

    private static string? FirstIn(IEnumerable<string> folders, string path)
    {
        foreach (var folder in folders)
        {
            var candidate = Path.GetFullPath(Path.Combine(folder, path));
            if (File.Exists(candidate) || Directory.Exists(candidate))
                return Shortest(candidate);
        }

        return null;
    }

    /// <summary>The folder of an installed or published product that holds a folder for each of its other programs.
    /// </summary>
    private const string ProgramsFolder = "programs";

    /// <summary>Returns the program of a sibling project: that of an installed product, else the one that was built
    /// with this one in the same configuration.</summary>
    /// <param name="project">The sibling project.</param>
    /// <param name="product">The folder of the product's program; null for this one's.</param>
    public static string Program(string project, string? product = null)
    {
        product ??= AppContext.BaseDirectory;
        var installed = Path.Combine(product, ProgramsFolder, project,
            project + (OperatingSystem.IsWindows() ? ".exe" : ""));
        if (File.Exists(installed))
            return installed;
        var own = new DirectoryInfo(Path.TrimEndingDirectorySeparator(product));
        var bin = own.Parent?.Parent?.FullName ?? own.FullName;
        return Path.Combine(bin, project, own.Name, project + (OperatingSystem.IsWindows() ? ".exe" : ""));
    }

    /// <summary>Returns the folder of this user's clusters; SFPERF_HOME moves it.</summary>
    public static string ClustersFolder() => Path.Combine(Home(), "clusters");

    /// <summary>Returns the folder of the packages that were unpacked for this user's clusters.</summary>
    public static string PackagesFolder() => Path.Combine(Home(), "packages");

    /// <summary>Returns the folder of the certificates that this user made for development.</summary>
    public static string CertificatesFolder() => Path.Combine(Home(), "certificates");

    private static string Home()
    {
        var home = Environment.GetEnvironmentVariable(Parameters.Overrides.StateFolderVariable);
        if (string.IsNullOrEmpty(home))
        {
            home = Path.Combine(Environment.GetFolderPath(
                Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.Create), "sfperf");
        }

        return Path.GetFullPath(home);
    }

    private static IEnumerable<string> Folders(string? besides)
    {
        if (besides is not null)
            yield return Path.GetDirectoryName(Path.GetFullPath(besides))!;
        foreach (var folder in Upwards(Directory.GetCurrentDirectory()).Concat(Upwards(AppContext.BaseDirectory)))
            yield return folder;
    }

    private static IEnumerable<string> Upwards(string folder)
    {
        for (var up = new DirectoryInfo(folder); up is not null; up = up.Parent)
            yield return up.FullName;
    }

    private static string Shortest(string path)
    {
        var relative = Path.GetRelativePath(Directory.GetCurrentDirectory(), path);
        return relative.StartsWith("../..", StringComparison.Ordinal) || relative.Length >= path.Length
            ? path : relative;
    }
}
