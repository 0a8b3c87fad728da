using System;
using System.IO;
using SfPerf.Platform;

namespace SfPerf.Fabric.Hosting;

/// <summary>
/// A file that says: this disk holds the state of this replica. It lies beside the log, so that a wiped disk has
/// neither; then the replica must not count as a holder of what it once acknowledged.
/// </summary>
internal sealed class ReplicaMarker(string dataFolder, Guid partitionId, long replicaId)
{
    private readonly string _path = Path.Combine(dataFolder, $"{partitionId:N}_{replicaId}.replica");

    internal bool Exists => File.Exists(_path);

    internal void Write()
    {
        using (var file = File.OpenHandle(_path, FileMode.OpenOrCreate, FileAccess.Write))
            DurableFile.Flush(file, _path);
        DurableFile.FlushFolder(Path.GetDirectoryName(_path)!);
    }

    internal void Delete() => File.Delete(_path);
}
