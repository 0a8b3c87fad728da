using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Security.Cryptography;
using System.Xml.Linq;
using SfPerf.Platform;

namespace SfPerf.Fabric.Manifests.Validation;

/// <summary>The files of a package that lies in a folder.</summary>
/// <param name="folder">The folder that holds ApplicationManifest.xml.</param>
/// <param name="display">How the user named it.</param>
/// <param name="findings">Takes what is wrong with a file.</param>
internal sealed class PackageContent(string folder, string display, PackageFindings findings)
{
    /// <summary>The ending of a code, configuration or data package that is one file instead of a folder.</summary>
    internal const string ArchiveEnding = ".zip";

    internal string Folder { get; } = folder;

    /// <summary>Gets the name of a file as the user would write it.</summary>
    internal string Name(string relative) => relative.Length == 0 ? display : Path.Combine(display, relative);

    internal string Full(string relative) => PackagePath.Find(Folder, relative);

    /// <summary>Reads a file and checks it against the schema; null if nothing could be read.</summary>
    internal XElement? Load(string relative, string root) =>
        Load(Name(relative), root, () => BoundedXml.Load(Full(relative)));

    /// <summary>Reads a file of a code, configuration or data package.</summary>
    internal XElement? Load(SubPackage package, string file, string root) =>
        Load(Name(Path.Combine(package.Relative, file)), root, () => BoundedXml.Parse(package.Read(file)));

    /// <summary>Finds the folder or the archive of a code, configuration or data package.</summary>
    internal SubPackage? Find(string relative)
    {
        if (Directory.Exists(Full(relative)))
            return SubPackage.OfFolder(relative, Full(relative));
        if (!File.Exists(Full(relative + ArchiveEnding)))
            return null;
        try
        {
            return SubPackage.OfArchive(relative + ArchiveEnding, Full(relative + ArchiveEnding));
        }
        catch (InvalidDataException e)
        {
            findings.Error(Name(relative + ArchiveEnding), 0, $"This is no zip archive. {e.Message}");
            return null;
        }
    }

    private XElement? Load(string name, string root, Func<XDocument> read)
    {
        XDocument document;
        try
        {
            document = ManifestException.Guard(name, read);
        }
        catch (ManifestException e)
        {
            findings.Error(name, e.Line, e.Problem);
            return null;
        }
        document.SetFile(name);
        var element = document.Root!;
        if (element.Name != Xml.Fabric + root)
        {
            findings.Error(element, $"The root element is '{element.Name.LocalName}' of the namespace "
                + $"'{element.Name.NamespaceName}'. Allowed: {root} of {Xml.Fabric}.");
            return null;
        }
        ManifestSchema.Check(document, findings);
        return element;
    }
}

/// <summary>A code, configuration or data package: a folder, or a zip archive beside it.</summary>
internal sealed class SubPackage
{
    private readonly string _path;
    private readonly bool _isArchive;

    private SubPackage(string relative, string path, bool isArchive, IEnumerable<string> files)
    {
        Relative = relative;
        _path = path;
        _isArchive = isArchive;
        Files = [.. files.Order(StringComparer.Ordinal)];
    }

    /// <summary>Gets where it lies in the application package.</summary>
    internal string Relative { get; }

    /// <summary>Gets the names of its files with slashes, sorted.</summary>
    internal IReadOnlyList<string> Files { get; }

    internal static SubPackage OfFolder(string relative, string path) =>
        new(relative, path, isArchive: false, Directory.EnumerateFiles(path, "*", SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(path, f).Replace(Path.DirectorySeparatorChar, '/')));

    /// <exception cref="InvalidDataException">It is no archive.</exception>
    internal static SubPackage OfArchive(string relative, string path)
    {
        using var archive = ZipFile.OpenRead(path);
        return new(relative, path, isArchive: true,
            archive.Entries.Where(e => e.Name.Length > 0).Select(e => e.FullName.Replace('\\', '/')));
    }

    /// <summary>Gets the name of a file as the package has it, in whatever case; null if it has none.</summary>
    internal string? FileOf(string name) => Files.FirstOrDefault(f => f == name)
        ?? Files.FirstOrDefault(f => string.Equals(f, name, StringComparison.OrdinalIgnoreCase));

    /// <summary>Reads a small file whole.</summary>
    /// <exception cref="IOException">It is not there, cannot be read or is too large.</exception>
    internal byte[] Read(string file)
    {
        if (!_isArchive)
            return File.ReadAllBytes(Path.Combine(_path, file));
        using var archive = ZipFile.OpenRead(_path);
        using var stream = Open(archive, file).Open();
        var bytes = new byte[BoundedXml.BytesMax + 1];
        return bytes[..stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false)];
    }

    /// <summary>Finds the first file that another package of this name has otherwise; null if there is none.</summary>
    internal string? FirstDifference(SubPackage other)
    {
        foreach (var file in Files.Union(other.Files, StringComparer.Ordinal).Order(StringComparer.Ordinal))
        {
            if (!Files.Contains(file, StringComparer.Ordinal) || !other.Files.Contains(file, StringComparer.Ordinal)
                || !Hash(file).AsSpan().SequenceEqual(other.Hash(file)))
            {
                return file;
            }
        }
        return null;
    }

    private byte[] Hash(string file)
    {
        if (!_isArchive)
        {
            using var stream = File.OpenRead(Path.Combine(_path, file));
            return SHA256.HashData(stream);
        }
        using var archive = ZipFile.OpenRead(_path);
        using var entry = Open(archive, file).Open();
        return SHA256.HashData(entry);
    }

    private static ZipArchiveEntry Open(ZipArchive archive, string file) =>
        archive.Entries.FirstOrDefault(e => e.FullName.Replace('\\', '/') == file)
            ?? throw new FileNotFoundException($"The archive has no file '{file}'.");
}
