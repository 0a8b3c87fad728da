using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using SfPerf.Fabric.Manifests.Validation;

namespace SfPerf.Fabric.Manifests.Archives;

/// <summary>
/// Unpacks an application package that is one file (.sfpkg: a zip archive of exactly the package's folder). Whoever
/// made the archive may be a stranger: nothing is written outside the target, and size and number are bounded.
/// </summary>
internal static class PackageArchive
{
    internal const string Ending = ".sfpkg";

    /// <summary>The most entries that are unpacked.</summary>
    internal const int EntriesMax = 100_000;

    /// <summary>How many times its own size an archive may hold, from <see cref="RatioBytesMin"/> on.</summary>
    internal const int RatioMax = 100;

    /// <summary>The unpacked size up to which no ratio is asked for, in bytes.</summary>
    internal const long RatioBytesMin = 64 << 20;

    private const int TypeShift = 16;
    private const int TypeMask = 0xF000;
    private const int SymbolicLink = 0xA000;

    /// <summary>Returns whether a file is named as such an archive.</summary>
    internal static bool IsArchive(string path) => path.EndsWith(Ending, StringComparison.OrdinalIgnoreCase);

    /// <summary>Unpacks an archive; programs become executable, for an archive need not say so.</summary>
    /// <param name="file">The archive.</param>
    /// <param name="target">A folder that does not exist yet, or is empty.</param>
    /// <exception cref="ManifestException">The archive is broken, or an entry is not allowed.</exception>
    internal static void Extract(string file, string target)
    {
        try
        {
            using var archive = ZipFile.OpenRead(file);
            Check(file, archive);
            _ = Directory.CreateDirectory(target);
            foreach (var entry in archive.Entries)
                Extract(file, entry, target);
        }
        catch (InvalidDataException e)
        {
            throw new ManifestException(file, 0, $"This is no zip archive. {e.Message}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ManifestException(file, 0, $"The file cannot be unpacked. {e.Message}");
        }
    }

    /// <summary>Unpacks the code, configuration and data packages of a package that are archives themselves.</summary>
    internal static void ExtractInner(string folder)
    {
        var archives = Directory.EnumerateDirectories(folder).Where(d =>
            File.Exists(PackagePath.Find(d, ServiceManifestReader.FileName)))
            .SelectMany(d => Directory.EnumerateFiles(d, "*" + PackageContent.ArchiveEnding)).ToArray();
        foreach (var archive in archives)
        {
            var target = archive[..^PackageContent.ArchiveEnding.Length];
            if (Directory.Exists(target))
                continue;
            Extract(archive, target);
            File.Delete(archive);
        }
    }

    private static void Check(string file, ZipArchive archive)
    {
        if (archive.Entries.Count > EntriesMax)
        {
            throw new ManifestException(file, 0,
                $"The archive has {archive.Entries.Count} entries. Allowed: at most {EntriesMax}.");
        }
        var bytes = archive.Entries.Sum(e => (decimal)e.Length);
        if (bytes > RatioBytesMin && bytes / RatioMax > new FileInfo(file).Length)
        {
            throw new ManifestException(file, 0, $"The archive would become {bytes} bytes when it is unpacked. "
                + $"Allowed: at most {RatioMax} times its own size.");
        }
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var entry in archive.Entries)
        {
            if (Problem(entry) is { } problem)
            {
                throw new ManifestException(file, 0, $"The entry '{Printable(entry.FullName)}' is {problem}. Allowed: "
                    + "files below the package's folder.");
            }

            if (!names.Add(Name(entry)))
                throw new ManifestException(file, 0, $"The entry '{Printable(entry.FullName)}' is there twice.");
        }
    }

    private static string? Problem(ZipArchiveEntry entry)
    {
        if (((entry.ExternalAttributes >> TypeShift) & TypeMask) == SymbolicLink)
            return "a symbolic link";
        var name = Name(entry);
        if (name.StartsWith('/'))
            return "an absolute path";
        return name.TrimEnd('/').Split('/').All(part => PackagePath.IsPlain(part) && !part.Any(char.IsControl))
            ? null : "a path that is empty, or leads elsewhere";
    }

    // Archives that were made on Windows may have its separators.
    private static string Name(ZipArchiveEntry entry) => entry.FullName.Replace('\\', '/');

    private static string Printable(string name) => string.Concat(name.Select(c => char.IsControl(c) ? '?' : c));

    private static void Extract(string file, ZipArchiveEntry entry, string target)
    {
        var path = Path.Combine(target, Name(entry).Replace('/', Path.DirectorySeparatorChar));
        if (path.EndsWith(Path.DirectorySeparatorChar))
        {
            _ = Directory.CreateDirectory(path);
            return;
        }
        _ = Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        using var source = entry.Open();
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.ReadWrite);
        // What an archive says of its entries' sizes may be false.
        var left = entry.Length;
        var buffer = new byte[81920];
        for (int count; (count = source.Read(buffer)) > 0; left -= count)
        {
            if (count > left)
                throw new ManifestException(file, 0, $"The entry '{entry.FullName}' is longer than the archive says.");
            stream.Write(buffer, 0, count);
        }
        ProgramFile.MarkExecutable(stream);
    }
}
