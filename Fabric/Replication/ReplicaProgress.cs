using System.Fabric;

namespace SfPerf.Fabric.Replication;

/// <summary>Describes how far a replica's own durable log goes: what an election compares.</summary>
/// <param name="LastLsn">The last LSN in the log; 0 when it is empty.</param>
/// <param name="LastLsnEpoch">The epoch under which that record was first written.</param>
/// <param name="CommittedLsn">The highest LSN known to be committed; never above <paramref name="LastLsn"/>.</param>
/// <param name="AcceptedEpoch">The newest epoch accepted durably; older primaries are refused.</param>
/// <param name="IsComplete">False while a full copy is under way: such a replica holds nothing that counts.</param>
/// <remarks>
/// To elect: give a new epoch to every replica of the previous and the current configuration
/// (<c>Replicator.UpdateEpochAsync</c>, which is durable when its task ends), wait for a read quorum of each, and then
/// take the complete replica with the highest (<see cref="LastLsnEpoch"/>, <see cref="LastLsn"/>).
/// </remarks>
public readonly record struct ReplicaProgress(
    long LastLsn, Epoch LastLsnEpoch, long CommittedLsn, Epoch AcceptedEpoch, bool IsComplete);
