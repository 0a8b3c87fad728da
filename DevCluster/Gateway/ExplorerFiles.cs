using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.StaticFiles;
using SfPerf.Fabric.Cluster.Management;

namespace SfPerf.DevCluster.Gateway;

/// <summary>
/// Serves a built Service Fabric Explorer from a folder. Which files there are is read once: a request chooses one of
/// them and never makes a path, so that none leads out of the folder. Links and hidden files are none of them.
/// </summary>
internal sealed class ExplorerFiles
{
    private const string Root = "/Explorer";
    private const string Index = "index.html";
    private const int FilesMax = 10_000;
    private static readonly FileExtensionContentTypeProvider Types = new();
    private readonly FrozenDictionary<string, string>? _files;

    /// <exception cref="ClusterException">The folder holds no Explorer.</exception>
    internal ExplorerFiles(string? folder)
    {
        if (folder is null)
            return;
        try
        {
            var options = new EnumerationOptions
            {
                RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint | FileAttributes.Hidden,
                IgnoreInaccessible = false,
            };
            var files = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            foreach (var path in Directory.EnumerateFiles(folder, "*", options).Take(FilesMax + 1))
            {
                var name = Path.GetRelativePath(folder, path).Replace(Path.DirectorySeparatorChar, '/');
                files[name] = Path.GetFullPath(path);
            }
            if (!files.ContainsKey(Index) || files.Count > FilesMax)
                throw new IOException($"It has {(files.Count > FilesMax ? "too many files" : $"no {Index}")}.");
            _files = files.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ClusterException("InvalidArgument", $"'--explorer {folder}': {e.Message} Allowed: the folder of "
                + $"a built Service Fabric Explorer, with {Index} and at most {FilesMax} files.");
        }
    }

    /// <summary>Tells whether a request is one of these files, or of the root, where clients look who answers.
    /// </summary>
    internal static bool IsAsked(HttpContext context)
    {
        var path = PathOf(context);
        return path == "/" || path.Equals(Root, StringComparison.OrdinalIgnoreCase)
            || path.StartsWith(Root + "/", StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Answers such a request.</summary>
    internal Task AnswerAsync(HttpContext context)
    {
        if (!HttpMethods.IsGet(context.Request.Method) && !HttpMethods.IsHead(context.Request.Method))
            return GatewayRoutes.FailAsync(context, 405, "E_INVALIDARG", "Allowed: GET, HEAD.");
        context.Response.Headers.XContentTypeOptions = "nosniff";
        var path = PathOf(context);
        if (path == "/")
            return RootAsync(context);
        if (_files is null)
        {
            return GatewayRoutes.FailAsync(context, 404, "E_INVALIDARG", "This cluster has no Service Fabric Explorer. "
                + "Start it with '--explorer DIR', the folder of a built one.");
        }
        if (path.Length == Root.Length)
        {
            context.Response.Redirect($"{Root}/{Index}", permanent: true);
            return Task.CompletedTask;
        }
        var segments = path[(Root.Length + 1)..].Split('/').Select(Uri.UnescapeDataString).ToArray();
        var name = segments is [""] ? Index : string.Join('/', segments);
        // A slash within a segment was written as %2F, and no name holds one.
        return Array.Exists(segments, s => s.Contains('/')) || !_files.TryGetValue(name, out var file)
            ? GatewayRoutes.FailAsync(context, 404, "E_INVALIDARG", "Service Fabric Explorer has no such file.")
            : SendAsync(context, file);
    }

    private static async Task SendAsync(HttpContext context, string path)
    {
        FileStream file;
        try
        {
            file = new(path, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await GatewayRoutes.FailAsync(context, 404, "E_INVALIDARG", "The file is gone.").ConfigureAwait(false);
            return;
        }
        await using (file.ConfigureAwait(false))
        {
            context.Response.ContentType = Types.TryGetContentType(path, out var type) ? type
                : "application/octet-stream";
            context.Response.Headers.CacheControl = "no-cache";
            context.Response.ContentLength = file.Length;
            if (HttpMethods.IsGet(context.Request.Method))
                await file.CopyToAsync(context.Response.Body, context.RequestAborted).ConfigureAwait(false);
        }
    }

    // sfctl asks here whether there is a cluster; any page will do.
    private Task RootAsync(HttpContext context)
    {
        context.Response.ContentType = "text/html; charset=utf-8";
        return context.Response.WriteAsync("<!DOCTYPE html><html lang=\"en\"><title>SfPerf</title><p>An SfPerf cluster."
            + (_files is null ? "" : $" <a href=\"{Root}/{Index}\">Service Fabric Explorer</a>") + "</p></html>");
    }

    // As they were sent: the server's own path has ".." folded and backslashes decoded.
    private static string PathOf(HttpContext context) =>
        context.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget.Split('?')[0];
}
