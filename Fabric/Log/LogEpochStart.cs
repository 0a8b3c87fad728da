namespace SfPerf.Fabric.Log;

/// <summary>
/// One entry of a progress vector: from this LSN on, until the next entry, records are of this epoch.
/// </summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="FirstLsn">The first LSN known to be of it.</param>
public readonly record struct LogEpochStart(LogEpoch Epoch, long FirstLsn);
