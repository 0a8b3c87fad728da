using System;
using System.Collections.Generic;
using System.Net.Http.Headers;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using SfPerf.DevCluster.Rest.Shapes;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Management.Images;

namespace SfPerf.DevCluster.Rest;

/// <content>The image store: packages file by file, large files also in parts.</content>
internal sealed partial class RestRoutes
{
    private const string SessionName = "session-id";

    // Clients send it last into each folder.
    private const string FolderMark = "_.dir";

    private IEnumerable<RestRoute> ImageRoutes() =>
    [
        Get("ImageStore", 1.0m, ImagesAsync),
        Get("ImageStore/{image}", 1.0m, ImagesAsync),
        Put("ImageStore/{image}", PutImageAsync),
        Delete("ImageStore/{image}", DeleteImageAsync),
        Post("ImageStore/$/Copy", 1.0m, CopyImageAsync),
        Get("ImageStore/{image}/$/FolderSize", 6.5m, ImageSizeAsync),
        Put("ImageStore/{image}/$/UploadChunk", PutPartAsync),
        Get("ImageStore/$/GetUploadSession", 1.0m, UploadSessionAsync),
        Get("ImageStore/{image}/$/GetUploadSession", 1.0m, UploadSessionAsync),
        Post("ImageStore/$/CommitUploadSession", 1.0m, CommitUploadAsync),
        Delete("ImageStore/$/DeleteUploadSession", DeleteUploadAsync),
    ];

    private async Task PutImageAsync(RestCall call)
    {
        await _manager.PutImageAsync(call["image"]!, call.Context.Request.Body, call.Context.RequestAborted)
            .ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task ImagesAsync(RestCall call)
    {
        var list = await _manager.ImagesAsync(call["image"] ?? "").ConfigureAwait(false);
        await call.AnswerAsync(w => ImageShapes.Write(w, list)).ConfigureAwait(false);
    }

    private async Task DeleteImageAsync(RestCall call)
    {
        await _manager.RemoveImageAsync(call["image"]!).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task CopyImageAsync(RestCall call)
    {
        var body = await RestBody.ReadAsync(call).ConfigureAwait(false);
        await _manager.CopyImageAsync(body.Required("RemoteSource"), body.Required("RemoteDestination"),
            [.. body.Texts("SkipFiles")], body.Flag("CheckMarkFile") ? FolderMark : null).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task ImageSizeAsync(RestCall call)
    {
        var bytes = await _manager.ImageSizeAsync(call["image"]!).ConfigureAwait(false);
        await call.ObjectAsync(writer =>
        {
            writer.WriteString("StoreRelativePath", call["image"]);
            writer.Write64("FolderSize", bytes);
        }).ConfigureAwait(false);
    }

    private async Task PutPartAsync(RestCall call)
    {
        var (session, part) = (SessionOf(call), PartOf(call));
        await _manager.Uploads.WriteAsync(
            session, call["image"]!, part, call.Context.Request.Body, call.Context.RequestAborted)
            .ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    // By its id, or all of a file.
    private Task UploadSessionAsync(RestCall call)
    {
        IReadOnlyList<UploadState> found = call["image"] is { } name ? _manager.Uploads.Of(name)
            : _manager.Uploads.Find(SessionOf(call)) is { } state ? [state] : [];
        return found.Count == 0 ? call.NothingAsync()
            : call.ObjectAsync(w => w.WriteList("UploadSessions", found, ImageShapes.Write));
    }

    private async Task CommitUploadAsync(RestCall call)
    {
        await _manager.Uploads.CommitAsync(SessionOf(call)).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private async Task DeleteUploadAsync(RestCall call)
    {
        await _manager.Uploads.DeleteAsync(SessionOf(call)).ConfigureAwait(false);
        await call.DoneAsync().ConfigureAwait(false);
    }

    private static Guid SessionOf(RestCall call) =>
        Guid.TryParse(call.Query(SessionName), out var id) && id != Guid.Empty ? id
            : throw new ClusterException("FABRIC_E_INVALID_UPLOAD_SESSION_ID",
                $"{SessionName} is '{call.Query(SessionName)}'. Allowed: a GUID.");

    private static UploadPart PartOf(RestCall call)
    {
        var text = call.Context.Request.Headers.ContentRange.ToString();
        return ContentRangeHeaderValue.TryParse(text, out var range) && range is
        {
            Unit: "bytes", From: { } first, To: { } last, Length: { } length,
        } && first <= last && last < length ? new(first, last, length)
            : throw UploadSessions.OutOfRange(
                $"Content-Range is '{text}'. Allowed: bytes FIRST-LAST/LENGTH, from 0, LAST below LENGTH.");
    }

    private static RestRoute Put(string path, Func<RestCall, Task> handle) =>
        RestRoute.Of(HttpMethods.Put, path, 1.0m, handle);

    private static RestRoute Delete(string path, Func<RestCall, Task> handle) =>
        RestRoute.Of(HttpMethods.Delete, path, 1.0m, handle);
}
