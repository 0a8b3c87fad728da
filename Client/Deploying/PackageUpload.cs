using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Rest;
using SfPerf.Commands;

namespace SfPerf.Client.Deploying;

/// <summary>
/// Sends a package into a cluster's image store, file by file. The folder there is named by what the package holds, so
/// that an upload that was cut off is continued: a file that is there with its size is not sent again.
/// </summary>
/// <param name="gateway">The cluster.</param>
/// <param name="folder">The package.</param>
/// <param name="progress">Takes how many bytes are there after each file, of how many.</param>
internal sealed class PackageUpload(RestGateway gateway, string folder, Action<UploadProgress> progress)
{
    // Ends each folder, as Service Fabric's own clients do.
    private const string FolderEnd = "_.dir";
    private const int HashCharacters = 12;
    private static readonly TimeSpan GraceLimit = TimeSpan.FromMinutes(2);
    private const double BytesPerSecondMin = 64 << 10;

    /// <summary>Sends what is not there yet.</summary>
    /// <param name="label">What the folder's name begins with.</param>
    /// <param name="token">Ends it; what has been sent stays.</param>
    /// <returns>The folder in the image store, and what was sent.</returns>
    /// <exception cref="SfPerfException">The cluster does not answer, or refuses.</exception>
    public async Task<Uploaded> SendAsync(string label, CancellationToken token)
    {
        var files = Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Select(f => new PackageFile(Relative(f), new FileInfo(f).Length))
            .OrderBy(f => f.Name, StringComparer.Ordinal).ToArray();
        var target = $"{label}-{await HashAsync(files, token).ConfigureAwait(false)}";
        var there = new Dictionary<string, long>(StringComparer.Ordinal);
        await ListAsync(target, there, token).ConfigureAwait(false);
        var missing = files.Where(f => there.GetValueOrDefault($"{target}/{f.Name}", -1) != f.Bytes).ToArray();

        var all = files.Sum(f => f.Bytes);
        var done = all - missing.Sum(f => f.Bytes);
        var count = files.Length - missing.Length;
        var options = new ParallelOptions
        {
            MaxDegreeOfParallelism = RestGateway.ParallelRequests, CancellationToken = token,
        };
        await Parallel.ForEachAsync(missing, options, async (file, cancel) =>
        {
            var limit = GraceLimit + TimeSpan.FromSeconds(file.Bytes / BytesPerSecondMin);
            await gateway.PutAsync(
                PathOf($"{target}/{file.Name}"), Path.Combine(folder, file.Name), limit, cancel).ConfigureAwait(false);
            var bytes = Interlocked.Add(ref done, file.Bytes);
            progress(new(Interlocked.Increment(ref count), files.Length, bytes, all));
        }).ConfigureAwait(false);
        var folders = Directory.EnumerateDirectories(folder, "*", SearchOption.AllDirectories)
            .Select(d => $"{target}/{Relative(d)}/{FolderEnd}").Append($"{target}/{FolderEnd}");
        await Parallel.ForEachAsync(folders, options, async (end, cancel) =>
            await gateway.PutAsync(PathOf(end), null, GraceLimit, cancel).ConfigureAwait(false)).ConfigureAwait(false);
        return new(target, files.Length, missing.Length, missing.Sum(f => f.Bytes));
    }

    /// <summary>Deletes a folder that was sent.</summary>
    /// <exception cref="SfPerfException">The cluster does not answer, or refuses.</exception>
    public Task DeleteAsync(string target, CancellationToken token) => gateway.DeleteAsync(PathOf(target), token);

    private static string PathOf(string name) =>
        "ImageStore/" + string.Join('/', name.Split('/').Select(Uri.EscapeDataString));

    private async Task ListAsync(string path, Dictionary<string, long> files, CancellationToken token)
    {
        JsonElement? list;
        try
        {
            list = await gateway.GetAsync(PathOf(path), RestVersions.Files, token).ConfigureAwait(false);
        }
        catch (SfPerfException e) when (e.Code == ExitCode.BadParameters)
        {
            // There is no such folder yet.
            return;
        }
        if (list is not { } found)
            return;
        foreach (var file in found.GetProperty("StoreFiles").EnumerateArray())
        {
            files[Name(file)] = long.Parse(
                file.GetProperty("FileSize").GetString()!, System.Globalization.CultureInfo.InvariantCulture);
        }
        foreach (var child in found.GetProperty("StoreFolders").EnumerateArray())
            await ListAsync(Name(child), files, token).ConfigureAwait(false);
    }

    private static string Name(JsonElement entry) =>
        entry.GetProperty("StoreRelativePath").GetString()!.Replace('\\', '/');

    private string Relative(string path) =>
        Path.GetRelativePath(folder, path).Replace(Path.DirectorySeparatorChar, '/');

    private async Task<string> HashAsync(PackageFile[] files, CancellationToken token)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var file in files)
        {
            hash.AppendData(Encoding.UTF8.GetBytes($"{file.Name}\n{file.Bytes}\n"));
            var stream = File.OpenRead(Path.Combine(folder, file.Name));
            await using var closing = stream.ConfigureAwait(false);
            hash.AppendData(await SHA256.HashDataAsync(stream, token).ConfigureAwait(false));
        }
        return Convert.ToHexStringLower(hash.GetHashAndReset())[..HashCharacters];
    }

    private readonly record struct PackageFile(string Name, long Bytes);
}

/// <summary>Describes how far an upload is.</summary>
internal readonly record struct UploadProgress(int Files, int AllFiles, long Bytes, long AllBytes);

/// <summary>A package that is in the image store.</summary>
/// <param name="Folder">Its folder there.</param>
/// <param name="Files">How many files it has.</param>
/// <param name="SentFiles">How many of them were sent now.</param>
/// <param name="SentBytes">How many bytes these have.</param>
internal sealed record Uploaded(string Folder, int Files, int SentFiles, long SentBytes);
