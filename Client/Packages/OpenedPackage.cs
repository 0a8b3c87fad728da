using System;
using System.IO;
using SfPerf.Commands;
using SfPerf.Fabric.Manifests;
using SfPerf.Fabric.Manifests.Archives;

namespace SfPerf.Client.Packages;

/// <summary>An application package as a folder; one that is a file is unpacked until it is disposed of.</summary>
internal sealed class OpenedPackage : IDisposable
{
    private readonly string? _unpacked;

    private OpenedPackage(string folder, string? unpacked)
    {
        Folder = folder;
        _unpacked = unpacked;
    }

    /// <summary>Gets the folder that holds ApplicationManifest.xml.</summary>
    public string Folder { get; }

    /// <exception cref="SfPerfException">The package does not exist, or is an archive that cannot be unpacked.
    /// </exception>
    public static OpenedPackage Open(string path)
    {
        if (Directory.Exists(path))
            return new(path, null);
        if (!File.Exists(path))
        {
            throw new SfPerfException(ExitCode.BadParameters,
                $"{path}: there is no such package. Allowed: a folder, or a file *{PackageArchive.Ending}.");
        }
        var folder = Directory.CreateTempSubdirectory("sfperf-package-").FullName;
        try
        {
            PackageArchive.Extract(path, folder);
        }
        catch (ManifestException e)
        {
            Directory.Delete(folder, recursive: true);
            throw new SfPerfException(ExitCode.BadParameters, e.Message, e);
        }
        return new(folder, folder);
    }

    public void Dispose()
    {
        if (_unpacked is not null)
            Directory.Delete(_unpacked, recursive: true);
    }
}
