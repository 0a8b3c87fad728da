using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Log.Records;

namespace SfPerf.Fabric.Replication.Storage;

/// <summary>
/// Represents what all replicators that one process opens on one folder share, one after the other: what an aborted one
/// still writes is written before its successor reads, and no file name and no epoch of it comes again.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "The semaphore has no handle; the collector suffices.")]
internal sealed class RecordGate
{
    private readonly SemaphoreSlim _gate = new(1, 1);
    private long _checkpointNumber;

    /// <summary>
    /// Gets or sets the newest epoch given to the disk, also by a write that was reported as failed. Inside the gate.
    /// </summary>
    internal LogEpoch WrittenEpoch { get; set; }

    internal Task EnterAsync(CancellationToken cancellationToken) => _gate.WaitAsync(cancellationToken);

    internal void Exit() => _gate.Release();

    /// <summary>
    /// Gives a number that no checkpoint file had before. A write of the record that was reported as failed may have
    /// reached the disk, and then the file that it names must stay as it is.
    /// </summary>
    internal long NextCheckpointNumber(long above)
    {
        lock (_gate)
            return _checkpointNumber = Math.Max(_checkpointNumber, above) + 1;
    }
}
