using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Checkpoints;
using SfPerf.Fabric.ReliableState.Dictionaries;
using SfPerf.Fabric.ReliableState.Visibility;
using SfPerf.Fabric.Replication;

namespace SfPerf.Fabric.ReliableState.States;

/// <summary>
/// The state at one LSN, or what of it was set up to an earlier one: old versions stay until this is disposed, and
/// writers go on.
/// </summary>
internal sealed class CheckpointSource(
    SnapshotRegistry visibility, VisibilityPoint point, List<ReliableCollection> collections, int nextId,
    long sinceLsn = long.MaxValue)
    : ICheckpointSource
{
    private bool _disposed;

    public double Part { get; private set; } = 1;

    public async Task WriteAsync(Stream stream, CancellationToken cancellationToken)
    {
        var writer = new CheckpointWriter(stream) { SinceLsn = sinceLsn };
        writer.Buffer.WriteInt32(CheckpointFormat.Magic);
        var isWhole = sinceLsn >= point.Lsn;
        writer.Buffer.WriteInt32(isWhole ? CheckpointFormat.Whole : CheckpointFormat.Part);
        writer.Buffer.WriteInt64(isWhole ? point.Lsn : sinceLsn);
        if (!isWhole)
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
        if (writer.LeftOutCount > 0)
            Part = (double)writer.ItemCount / (writer.ItemCount + writer.LeftOutCount);
    }

    public void Dispose()
    {
        if (_disposed)
            return;
        _disposed = true;
        visibility.Release(point);
    }
}
