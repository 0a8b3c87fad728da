using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using SfPerf.Client.Cluster;
using SfPerf.Client.Parameters;
using SfPerf.Commands.Parameters;
using SfPerf.Fabric.Manifests;
using SfPerf.Fabric.Manifests.Archives;

namespace SfPerf.Client.Packages;

/// <summary>Finds the package of a run, and keeps what was unpacked of those that are files: a cluster reads it as long
/// as it runs.</summary>
internal static class PackageStore
{
    /// <summary>Returns the folder of a run's package; null after a problem was added.</summary>
    /// <param name="run">The parameters that name it.</param>
    /// <param name="file">The parameter file, beside which it may lie.</param>
    /// <param name="build">The build whose own package is taken where none is named; null for this one.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static string? Find(
        RunParameters run, string file, MeasuredBuild? build, List<ParameterProblem> problems)
    {
        var (name, origin) = (run.ApplicationPackage.Text, run.ApplicationPackage.Origin);
        var found = build is not null && origin.Kind == OriginKind.Default ? Locations.FindAbove(build.Folder, name)
            : Locations.Find(name, origin.Kind == OriginKind.File ? file : null);
        if (found is not null && Directory.Exists(found))
            return found;
        try
        {
            if (found is not null && PackageArchive.IsArchive(found))
                return Unpacked(found);
            problems.Add(new ParameterProblem("ApplicationPackage", name, origin, "there is no such package in the "
                + "current folder, nor above it, nor above the program; allowed: a folder that holds "
                + $"{ApplicationReader.FileName}, or a file *{PackageArchive.Ending}."));
        }
        catch (ManifestException e)
        {
            problems.Add(new ParameterProblem("ApplicationPackage", name, origin, e.Message));
        }
        return null;
    }

    // Its content is its name: another file of the same name is unpacked elsewhere, the same one only once.
    private static string Unpacked(string archive)
    {
        using var stream = ManifestException.Guard(archive, () => File.OpenRead(archive));
        var folder = Path.Combine(Locations.PackagesFolder(), Convert.ToHexString(SHA256.HashData(stream)));
        if (Directory.Exists(folder))
            return folder;
        var unfinished = $"{folder}.{Guid.NewGuid():N}";
        try
        {
            PackageArchive.Extract(archive, unfinished);
            PackageArchive.ExtractInner(unfinished);
            Directory.Move(unfinished, folder);
        }
        catch (IOException) when (Directory.Exists(folder))
        {
            // Another process was faster, with the same content.
        }
        finally
        {
            if (Directory.Exists(unfinished))
                Directory.Delete(unfinished, recursive: true);
        }
        return folder;
    }
}
