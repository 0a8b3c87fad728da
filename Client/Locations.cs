using System;
using System.Collections.Generic;
using System.IO;

namespace SfPerf.Client;

/// <summary>Finds the files that come with the product, and the folders it keeps per user.</summary>
internal static class Locations
{
    public const string DefaultParameterFile = "Parameters/local1.json";

    /// <summary>
    /// Finds a file or folder: as given, beside <paramref name="besides"/>, in the current folder or one above it,
    /// or in the product's. Returns its path, relative where that is shorter; null when there is none.
    /// </summary>
    public static string? Find(string path, string? besides = null)
    {
        foreach (var folder in Folders(besides))
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
    public static string Program(string project)
    {
        var installed = Path.Combine(AppContext.BaseDirectory, ProgramsFolder, project,
            project + (OperatingSystem.IsWindows() ? ".exe" : ""));
        if (File.Exists(installed))
            return installed;
        var own = new DirectoryInfo(AppContext.BaseDirectory);
        var bin = own.Parent?.Parent?.FullName ?? own.FullName;
        return Path.Combine(bin, project, own.Name, project + (OperatingSystem.IsWindows() ? ".exe" : ""));
    }

    /// <summary>Returns the folder of this user's clusters; SFPERF_HOME moves it.</summary>
    public static string ClustersFolder() => Path.Combine(Home(), "clusters");

    /// <summary>Returns the folder of the packages that were unpacked for this user's clusters.</summary>
    public static string PackagesFolder() => Path.Combine(Home(), "packages");

    private static string Home()
    {
        var home = Environment.GetEnvironmentVariable(Parameters.Overrides.StateFolderVariable);
        if (string.IsNullOrEmpty(home))
            home = Path.Combine(Environment.GetFolderPath(
                Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.Create), "sfperf");
        return Path.GetFullPath(home);
    }

    private static IEnumerable<string> Folders(string? besides)
    {
        if (besides is not null)
            yield return Path.GetDirectoryName(Path.GetFullPath(besides))!;
        for (var up = new DirectoryInfo(Directory.GetCurrentDirectory()); up is not null; up = up.Parent)
            yield return up.FullName;
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            yield return folder.FullName;
    }

    private static string Shortest(string path)
    {
        var relative = Path.GetRelativePath(Directory.GetCurrentDirectory(), path);
        return relative.StartsWith("../..", StringComparison.Ordinal) || relative.Length >= path.Length
            ? path : relative;
    }
}
