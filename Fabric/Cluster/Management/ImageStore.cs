using System;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>The packages that a cluster keeps a copy of: uploads, by the name they were given, and application types.
/// Any thread may call it; two calls with one name must not overlap.</summary>
/// <param name="folder">The cluster's data folder.</param>
internal sealed class ImageStore(string folder)
{
    internal const string FolderName = "image-store";
    private readonly string _uploads = Path.Combine(folder, FolderName, "uploads");
    private readonly string _types = Path.Combine(folder, FolderName, "types");

    /// <summary>Copies a package; one of the same name is replaced.</summary>
    /// <exception cref="ClusterException">The name is none, or the package is not there.</exception>
    internal void Upload(string source, string name)
    {
        var target = Uploaded(name);
        if (!Directory.Exists(source))
            throw new ClusterException("E_INVALIDARG", $"The application package '{source}' does not exist.");
        Delete(target);
        Copy(source, target);
    }

    /// <exception cref="ClusterException">The name is none, or there is no such package.</exception>
    internal void Remove(string name)
    {
        if (!Delete(Uploaded(name))) throw Missing(name);
    }

    /// <summary>Gets where a package was uploaded to.</summary>
    /// <exception cref="ClusterException">The name is none, or there is no such package.</exception>
    internal string Find(string name) =>
        Uploaded(name) is var path && Directory.Exists(path) ? path : throw Missing(name);

    /// <summary>Copies an uploaded package to a place of its own.</summary>
    /// <returns>The name of the new folder.</returns>
    internal string Keep(string name)
    {
        var kept = Guid.NewGuid().ToString("N");
        Copy(Find(name), Kept(kept));
        return kept;
    }

    /// <summary>Gets the folder of a kept package.</summary>
    internal string Kept(string name) => Path.Combine(_types, name);

    internal void Drop(string kept) => _ = Delete(Kept(kept));

    private static ClusterException Missing(string name) =>
        new("FABRIC_E_IMAGE_STORE_OBJECT_NOT_FOUND", $"The image store holds no package '{name}'.");

    private string Uploaded(string name)
    {
        var parts = name.Split('/', '\\');
        return parts.All(PackagePath.IsPlain) ? Path.Combine([_uploads, .. parts])
            : throw new ClusterException("E_INVALIDARG", $"The name in the image store is '{name}'. Allowed: one or "
                + "more names between slashes, none of them '.' or '..'.");
    }

    private static bool Delete(string path)
    {
        if (!Directory.Exists(path)) return false;
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
