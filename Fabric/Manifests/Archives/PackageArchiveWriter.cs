using System;
using System.IO;
using System.IO.Compression;
using System.Linq;

namespace SfPerf.Fabric.Manifests.Archives;

/// <summary>
/// Makes an application package one file (.sfpkg). The same files make the same bytes: entries are sorted by name, and
/// all bear one time.
/// </summary>
internal static class PackageArchiveWriter
{
    private const int ModeShift = 16;
    private const int File644 = 0x81A4;
    private const int File755 = 0x81ED;

    // The earliest that a zip archive can say.
    private static readonly DateTimeOffset Time = new(1980, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>Writes the archive as a whole, or not at all.</summary>
    /// <param name="folder">The folder that holds ApplicationManifest.xml.</param>
    /// <param name="file">The archive; one that is there is replaced.</param>
    /// <exception cref="IOException">It cannot be written, or the folder cannot be read.</exception>
    internal static void Write(string folder, string file)
    {
        var temporary = $"{file}.{Guid.NewGuid():N}.tmp";
        try
        {
            using (var archive = new ZipArchive(File.Create(temporary), ZipArchiveMode.Create))
            {
                var names = Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
                    .Select(f => Path.GetRelativePath(folder, f).Replace(Path.DirectorySeparatorChar, '/'))
                    .Order(StringComparer.Ordinal);
                foreach (var name in names)
                    Add(archive, folder, name);
            }
            File.Move(temporary, file, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    private static void Add(ZipArchive archive, string folder, string name)
    {
        var path = Path.Combine(folder, name);
        var entry = archive.CreateEntry(name, CompressionLevel.Optimal);
        entry.LastWriteTime = Time;
        var isProgram = !OperatingSystem.IsWindows()
            && File.GetUnixFileMode(path).HasFlag(UnixFileMode.UserExecute);
        entry.ExternalAttributes = (isProgram ? File755 : File644) << ModeShift;
        using var source = File.OpenRead(path);
        using var target = entry.Open();
        source.CopyTo(target);
    }
}
