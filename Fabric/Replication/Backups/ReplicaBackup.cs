using System;
using System.Fabric;

namespace SfPerf.Fabric.Replication.Backups;

/// <summary>
/// Describes what one backup holds: everything up to a record, or what came after the backup before it.
/// </summary>
/// <param name="Id">Its own id.</param>
/// <param name="ParentId">The backup that it continues; empty for a full one.</param>
/// <param name="StartEpoch">The epoch of <paramref name="StartLsn"/>.</param>
/// <param name="StartLsn">The last LSN that is not in it; 0 for a full one.</param>
/// <param name="Epoch">The epoch of <paramref name="Lsn"/>.</param>
/// <param name="Lsn">The last LSN that is in it.</param>
public sealed record ReplicaBackup(Guid Id, Guid ParentId, Epoch StartEpoch, long StartLsn, Epoch Epoch, long Lsn)
{
    /// <summary>Gets whether it stands on its own.</summary>
    public bool IsFull => ParentId == Guid.Empty;
}
