using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Management.Images;

namespace SfPerf.Fabric.Cluster.Management;

/// <content>The image store. Its calls run beside the manager's loop: packages are large.</content>
internal sealed partial class ClusterManager
{
    private readonly ImageStore _images;

    /// <summary>Gets the uploads that come in parts.</summary>
    internal UploadSessions Uploads { get; }

    /// <summary>Copies an application package into the image store.</summary>
    /// <exception cref="ClusterException">The name is none, or the package cannot be copied.</exception>
    internal Task UploadAsync(string source, string name) => FilesAsync(() => _images.Upload(source, name));

    /// <summary>Deletes an uploaded package; types that were provisioned from it stay.</summary>
    /// <exception cref="ClusterException">The name is none, or there is no such package.</exception>
    internal Task RemoveUploadAsync(string name) => FilesAsync(() => _images.Remove(name));

    /// <inheritdoc cref="ImageStore.PutAsync"/>
    internal Task PutImageAsync(string name, Stream content, CancellationToken cancel) =>
        _images.PutAsync(name, content, cancel);

    /// <inheritdoc cref="ImageStore.List"/>
    internal Task<ImageList> ImagesAsync(string name) => FilesAsync(() => _images.List(name));

    /// <inheritdoc cref="ImageStore.RemoveAny"/>
    internal Task RemoveImageAsync(string name) => FilesAsync(() => _images.RemoveAny(name));

    /// <inheritdoc cref="ImageStore.CopyWithin"/>
    internal Task CopyImageAsync(
        string source, string destination, IReadOnlyCollection<string> skipped, string? mark) =>
        FilesAsync(() => _images.CopyWithin(source, destination, skipped, mark));

    /// <inheritdoc cref="ImageStore.SizeOf"/>
    internal Task<long> ImageSizeAsync(string name) => FilesAsync(() => _images.SizeOf(name));

    private static Task<T> FilesAsync<T>(Func<T> work) => Task.Run(() => ImageStore.Guard(work));

    private static Task FilesAsync(Action work) => FilesAsync(() =>
    {
        work();
        return true;
    });
}
