using System;
using System.IO;
using System.Linq;

namespace SfPerf.Fabric.Manifests;

/// <summary>Keeps what manifests name inside their package: a package runs and reads what came with it only.</summary>
internal static class PackagePath
{
    private const int LinksMax = 40;
    private static readonly char[] Separators = ['/', '\\'];

    /// <summary>Gets whether a name has no path: it can lead nowhere.</summary>
    internal static bool IsPlain(string name) =>
        name.Length > 0 && name is not ("." or "..") && !name.Contains('\0', StringComparison.Ordinal)
            && name.IndexOfAny(Separators) < 0 && !IsDrive(name);

    /// <summary>
    /// Finds what a manifest names as Windows does: in any case of letters, with either separator. Packages are written
    /// there as a rule.
    /// </summary>
    /// <returns>The path as the disk has it; of what does not exist, as it was named.</returns>
    internal static string Find(string folder, string path)
    {
        var found = folder;
        foreach (var name in path.Split(Separators, StringSplitOptions.RemoveEmptyEntries))
        {
            var exact = Path.Combine(found, name);
            found = Path.Exists(exact) ? exact : InOtherCase(found, name) ?? exact;
        }
        return found;
    }

    private static string? InOtherCase(string folder, string name) => !Directory.Exists(folder) ? null
        : Directory.EnumerateFileSystemEntries(folder).Order(StringComparer.Ordinal)
            .FirstOrDefault(e => string.Equals(Path.GetFileName(e), name, StringComparison.OrdinalIgnoreCase));

    /// <summary>Gets why a path is not one inside a folder of a package, or null.</summary>
    /// <param name="package">The folder that links must not lead out of.</param>
    /// <param name="folder">A folder in the package.</param>
    /// <param name="path">What a manifest names in that folder.</param>
    internal static string? Problem(string package, string folder, string path)
    {
        if (path.IndexOfAny(Separators) == 0 || IsDrive(path))
            return "an absolute path";
        if (path.Split(Separators).Any(s => s is ".."))
            return "a path with '..'";
        var links = 0;
        try
        {
            var root = Path.TrimEndingDirectorySeparator(Real(package, ref links)) + Path.DirectorySeparatorChar;
            var real = Real(Find(folder, path), ref links);
            return real.StartsWith(root, StringComparison.Ordinal) ? null
                : $"a symbolic link to '{real}', outside the package";
        }
        catch (IOException e)
        {
            return $"a path that cannot be followed ({e.Message})";
        }
    }

    private static bool IsDrive(string path) => path.Length > 1 && path[1] == ':' && char.IsAsciiLetter(path[0]);

    // Each folder on the way may be a link, also on the way to a link's target.
    private static string Real(string path, ref int links)
    {
        path = Path.GetFullPath(path);
        var real = Path.GetPathRoot(path)!;
        foreach (var name in path[real.Length..].Split(Path.DirectorySeparatorChar,
            StringSplitOptions.RemoveEmptyEntries))
        {
            var next = Path.Combine(real, name);
            // Of what does not exist this is null, too.
            var target = new FileInfo(next).LinkTarget;
            if (target is not null && ++links > LinksMax)
                throw new IOException($"'{path}' leads over more than {LinksMax} symbolic links.");
            real = target is null ? next : Real(Path.Combine(real, target), ref links);
        }
        return real;
    }
}
