using System;
using System.IO;
using System.Threading;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management.Images;

/// <summary>The packages that a cluster keeps a copy of: uploads, by the name they were given, and application types.
/// Any thread may call it; what changes or copies names waits for each other.</summary>
/// <param name="folder">The cluster's data folder.</param>
internal sealed partial class ImageStore(string folder)
{
    internal const string FolderName = "image-store";
    private readonly string _uploads = Path.Combine(folder, FolderName, "uploads");
    private readonly string _types = Path.Combine(folder, FolderName, "types");
    private readonly string _incoming = Path.Combine(folder, FolderName, "incoming");
    private readonly Lock _names = new();

    /// <summary>Copies a package; one of the same name is replaced.</summary>
    /// <exception cref="ClusterException">The name is none, or the package is not there.</exception>
    internal void Upload(string source, string name)
    {
        var target = Uploaded(name);
        if (!Directory.Exists(source))
            throw new ClusterException("E_INVALIDARG", $"The application package '{source}' does not exist.");
        lock (_names)
        {
            _ = Delete(target);
            Copy(source, target);
        }
    }

    /// <exception cref="ClusterException">The name is none, or there is no such package.</exception>
    internal void Remove(string name)
    {
        lock (_names)
        {
            if (!Delete(Uploaded(name)))
                throw Missing(name);
        }
    }

    /// <summary>Copies an uploaded package to a place of its own.</summary>
    /// <returns>The name of the new folder.</returns>
    /// <exception cref="ClusterException">The name is none, or there is no such package.</exception>
    internal string Keep(string name)
    {
        var kept = Guid.NewGuid().ToString("N");
        lock (_names)
        {
            if (Uploaded(name) is var path && !Directory.Exists(path))
                throw Missing(name);
            Copy(path, Kept(kept));
        }
        return kept;
    }

    /// <summary>Gets the folder of a kept package.</summary>
    internal string Kept(string name) => Path.Combine(_types, name);

    internal void Drop(string kept) => _ = Delete(Kept(kept));

    /// <summary>Deletes what uploads left that did not end. To be called before there are new ones.</summary>
    internal void Clean() => _ = Delete(_incoming);

    private static ClusterException Missing(string name) =>
        new("FABRIC_E_IMAGE_STORE_OBJECT_NOT_FOUND", $"The image store holds no package '{name}'.");

    private static bool Delete(string path)
    {
        if (!Directory.Exists(path))
            return false;
        Directory.Delete(path, recursive: true);
        return true;
    }

    private static void Copy(string source, string target)
    {
        PrivateFiles.CreateFolder(target);
        foreach (var file in Directory.EnumerateFiles(source))
            File.Copy(file, Path.Combine(target, Path.GetFileName(file)));
        foreach (var child in Directory.EnumerateDirectories(source))
            Copy(child, Path.Combine(target, Path.GetFileName(child)));
    }
}
