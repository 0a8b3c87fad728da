using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;

namespace SfPerf.Fabric.Cluster.Management.Images;

/// <content>Single files, as clients send them one by one. A file is there whole or not at all.</content>
internal sealed partial class ImageStore
{
    private const int NameCharactersMax = 1024;
    private const int PartCharactersMax = 255;
    private const string Forbidden = ":*?\"<>|";
    private static readonly char[] Separators = ['/', '\\'];

    // Service Fabric keeps its own files below these names, and refuses uploads to them.
    private static readonly string[] Reserved = ["Store", "WindowsFabricStore"];

    /// <summary>Writes a file; one of the same name is replaced.</summary>
    /// <param name="name">The name in the store, with either separator.</param>
    /// <param name="content">What is read to its end.</param>
    /// <param name="cancel">Ends the upload; nothing is left of it.</param>
    /// <exception cref="ClusterException">The name is none, or the file cannot be written.</exception>
    internal async Task PutAsync(string name, Stream content, CancellationToken cancel)
    {
        var target = Uploaded(name);
        var incoming = Begin();
        await using var ending = incoming.ConfigureAwait(false);
        _ = await incoming.WriteAsync(0, long.MaxValue, content, cancel).ConfigureAwait(false);
        Publish(incoming, target, name);
    }

    /// <summary>Opens a file for what is coming in.</summary>
    /// <exception cref="ClusterException">It cannot be opened.</exception>
    internal IncomingFile Begin() => Guard(() =>
    {
        PrivateFiles.CreateFolder(_incoming);
        return new IncomingFile(Path.Combine(_incoming, Guid.NewGuid().ToString("N")));
    });

    /// <summary>Gives a file that has come in its name.</summary>
    /// <exception cref="ClusterException">A folder has the name, or the file cannot be written.</exception>
    internal void Publish(IncomingFile incoming, string name) => Publish(incoming, Uploaded(name), name);

    /// <summary>Lists what is in a folder; of a file, the file alone.</summary>
    /// <param name="name">The name in the store; empty for all.</param>
    /// <exception cref="ClusterException">The name is none, or there is nothing of it.</exception>
    internal ImageList List(string name)
    {
        var path = name.Length == 0 ? _uploads : Uploaded(name);
        lock (_names)
        {
            if (File.Exists(path))
                return new([Describe(new FileInfo(path))], []);
            if (!Directory.Exists(path))
                return name.Length == 0 ? new([], []) : throw NotFound(name);
            var folder = new DirectoryInfo(path);
            return new([.. folder.EnumerateFiles().Select(Describe)],
                [.. folder.EnumerateDirectories().Select(d =>
                    new ImageFolder(NameOf(d), d.EnumerateFiles("*", SearchOption.AllDirectories).Count()))]);
        }
    }

    /// <summary>Deletes a file, or a folder with all that is in it.</summary>
    /// <exception cref="ClusterException">The name is none, or there is nothing of it.</exception>
    internal void RemoveAny(string name)
    {
        var path = Uploaded(name);
        lock (_names)
        {
            if (Delete(path))
                return;
            if (!File.Exists(path))
                throw NotFound(name);
            File.Delete(path);
        }
    }

    /// <summary>Copies a file, or a folder with all that is in it; files that are there already are replaced.</summary>
    /// <param name="source">The name in the store.</param>
    /// <param name="destination">The other name.</param>
    /// <param name="skipped">Names of files that are left out, wherever they are.</param>
    /// <param name="mark">The file without which a folder is not whole, and not copied; null: it is copied anyway.
    /// </param>
    /// <exception cref="ClusterException">A name is none, there is nothing of the first, the second is below it, or one
    /// of them is a file and the other a folder.</exception>
    internal void CopyWithin(string source, string destination, IReadOnlyCollection<string> skipped, string? mark)
    {
        var (from, to) = (Uploaded(source), Uploaded(destination));
        var (above, below) = (from + Path.DirectorySeparatorChar, to + Path.DirectorySeparatorChar);
        if (below.StartsWith(above, StringComparison.Ordinal))
        {
            throw new ClusterException("E_INVALIDARG",
                $"'{destination}' is '{source}' itself, or below it. Allowed: a name beside it.");
        }
        lock (_names)
        {
            var isFolder = Directory.Exists(from);
            if (!isFolder && !File.Exists(from))
                throw NotFound(source);
            if (isFolder ? File.Exists(to) : Directory.Exists(to))
            {
                throw new ClusterException("FABRIC_E_INVALID_OPERATION", $"Of '{source}' and '{destination}' one is a "
                    + "file and one a folder.");
            }
            if (isFolder && mark is not null && !File.Exists(Path.Combine(from, mark)))
                return;
            string[] files = isFolder ? Directory.GetFiles(from, "*", SearchOption.AllDirectories) : [from];
            foreach (var file in files.Where(f => !skipped.Contains(Path.GetFileName(f))))
            {
                var target = isFolder ? Path.Combine(to, Path.GetRelativePath(from, file)) : to;
                PrivateFiles.CreateFolder(Path.GetDirectoryName(target)!);
                File.Copy(file, target, overwrite: true);
            }
        }
    }

    /// <summary>Gets the sizes of all files below a name together, in bytes.</summary>
    /// <exception cref="ClusterException">The name is none, or there is nothing of it.</exception>
    internal long SizeOf(string name)
    {
        var path = Uploaded(name);
        lock (_names)
        {
            return Directory.Exists(path)
                ? new DirectoryInfo(path).EnumerateFiles("*", SearchOption.AllDirectories).Sum(f => f.Length)
                : File.Exists(path) ? new FileInfo(path).Length : throw NotFound(name);
        }
    }

    /// <summary>Gets the error of a store whose disk does not do what it is asked.</summary>
    internal static ClusterException Failure(Exception cause) =>
        new("FABRIC_E_IMAGE_STORE_IO", $"The image store cannot do it. {cause.Message}");

    /// <summary>Says why a name is none of this store, or nothing.</summary>
    /// <exception cref="ClusterException">It is none, or is reserved.</exception>
    internal static void CheckName(string name)
    {
        var parts = name.Split(Separators);
        if (Reserved.Contains(parts[0], StringComparer.OrdinalIgnoreCase))
        {
            throw new ClusterException("FABRIC_E_IMAGEBUILDER_RESERVED_DIRECTORY_ERROR",
                $"The name in the image store is '{name}'. {string.Join(" and ", Reserved)} are the cluster's own.");
        }
        if (name.Length > NameCharactersMax || !parts.All(IsPart))
        {
            throw new ClusterException("E_INVALIDARG", $"The name in the image store is '{Printable(name)}'. Allowed: "
                + $"one or more names between slashes, together up to {NameCharactersMax} characters and each up to "
                + $"{PartCharactersMax}, none of {Forbidden} or a control character, not '.' or '..', no blank or dot "
                + "at the end, no device name of Windows.");
        }
    }

    private static bool IsPart(string part) =>
        part.Length <= PartCharactersMax && PackagePath.IsPlain(part) && part[^1] is not ('.' or ' ')
            && !part.Any(c => char.IsControl(c) || Forbidden.Contains(c, StringComparison.Ordinal))
            && !ManifestName.IsDevice(part);

    private static string Printable(string name) =>
        string.Concat(name.Take(PartCharactersMax).Select(c => char.IsControl(c) ? '?' : c));

    private static ClusterException NotFound(string name) =>
        new("FABRIC_E_FILE_NOT_FOUND", $"The image store holds no file or folder '{name}'.");

    /// <summary>Does something with files.</summary>
    /// <exception cref="ClusterException">The disk does not do what it is asked.</exception>
    internal static T Guard<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Failure(e);
        }
    }

    private void Publish(IncomingFile incoming, string target, string name)
    {
        _ = Guard(() =>
        {
            incoming.Finish();
            lock (_names)
            {
                if (Directory.Exists(target))
                {
                    throw new ClusterException("FABRIC_E_INVALID_OPERATION",
                        $"The image store has a folder '{name}': no file can have that name.");
                }
                PrivateFiles.CreateFolder(Path.GetDirectoryName(target)!);
                DurableFile.Rename(incoming.Path, target);
            }
            return true;
        });
    }

    private string Uploaded(string name)
    {
        CheckName(name);
        return Path.Combine([_uploads, .. name.Split(Separators)]);
    }

    private ImageFile Describe(FileInfo file) => new(NameOf(file), file.Length, file.LastWriteTimeUtc);

    private string NameOf(FileSystemInfo entry) =>
        Path.GetRelativePath(_uploads, entry.FullName).Replace(Path.DirectorySeparatorChar, '/');
}

/// <summary>Describes what is directly in a folder of the image store.</summary>
internal sealed record ImageList(IReadOnlyList<ImageFile> Files, IReadOnlyList<ImageFolder> Folders);

/// <summary>A file of the image store.</summary>
/// <param name="Name">Its name in the store, with slashes.</param>
/// <param name="Bytes">Its size.</param>
/// <param name="Modified">When it was written.</param>
internal sealed record ImageFile(string Name, long Bytes, DateTimeOffset Modified);

/// <summary>A folder of the image store.</summary>
/// <param name="Name">Its name in the store, with slashes.</param>
/// <param name="Files">How many files are in it and below.</param>
internal sealed record ImageFolder(string Name, int Files);
