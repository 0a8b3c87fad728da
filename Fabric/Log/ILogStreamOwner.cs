namespace SfPerf.Fabric.Log;

/// <summary>
/// Told by the log what became of a stream's records. Calls come one at a time, from the thread that writes the group.
/// </summary>
public interface ILogStreamOwner
{
    /// <summary>
    /// A group that holds records of the stream is about to be written. Must not block. What the owners of all streams
    /// queue here is best sent at <see cref="LogOptions.OwnersTold"/>.
    /// </summary>
    void SendQueued();

    /// <summary>
    /// Every record up to this LSN is as durable as the log makes it. Must not block: the next flush waits.
    /// </summary>
    /// <param name="stream">The stream, for an owner that has just changed to another one.</param>
    /// <param name="lastLsn">The last LSN of the stream in the group.</param>
    /// <param name="generation">
    /// The stream's <see cref="LogStream.Generation"/> then: a lower one than now speaks of records that were cut
    /// meanwhile.
    /// </param>
    void OnFlushed(LogStream stream, long lastLsn, int generation);

    /// <summary>The log failed. Records not yet reported as flushed may or may not be on disk.</summary>
    void OnFaulted(LogFaultedException reason);
}
