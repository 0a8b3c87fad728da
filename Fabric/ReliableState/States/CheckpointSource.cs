using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Checkpoints;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Visibility;
using SfPerf.Fabric.Replication;

namespace SfPerf.Fabric.ReliableState.States;

/// <summary>The state at one LSN: old versions stay until this is disposed, and writers go on.</summary>
internal sealed class CheckpointSource(
    SnapshotRegistry visibility, VisibilityPoint point, List<ReliableCollection> collections, int nextId)
    : ICheckpointSource
{
    private bool _disposed;

    public async Task WriteAsync(Stream stream, CancellationToken cancellationToken)
    {
        var writer = new CheckpointWriter(stream);
        writer.Buffer.WriteInt32(CheckpointFormat.Magic);
        writer.Buffer.WriteInt32(CheckpointFormat.Version);
        writer.Buffer.WriteInt64(point.Lsn);
        writer.Buffer.WriteInt32(nextId);
        writer.Buffer.WriteInt32(collections.Count);
        foreach (var collection in collections)
        {
            await StateRegistry.WriteAsync(collection, writer, point.Lsn, cancellationToken).ConfigureAwait(false);
        }
        writer.Buffer.WriteInt64(writer.ItemCount);
        writer.Buffer.WriteInt32(CheckpointFormat.Magic);
        await writer.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    public void Dispose()
    {
        if (_disposed)
            return;
        _disposed = true;
        visibility.Release(point);
    }
}
