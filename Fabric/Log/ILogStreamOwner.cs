namespace SfPerf.Fabric.Log;

/// <summary>Told by the log what became of a stream's records. Calls come from the log thread, one at a time.</summary>
public interface ILogStreamOwner
{
    /// <summary>Every record up to this LSN is as durable as the log makes it. Must not block: the next flush waits.</summary>
    void OnFlushed(long lastLsn);

    /// <summary>The log failed. Records not yet reported as flushed may or may not be on disk.</summary>
    void OnFaulted(LogFaultedException reason);
}
