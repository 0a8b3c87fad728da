using System;
using System.Diagnostics;
using SfPerf.Fabric.Log.GroupCommit;
using SfPerf.Fabric.Log.Storage;

namespace SfPerf.Fabric.Log;

/// <content>
/// A log without threads of its own: whoever has opened it decides when a group is begun, when its flush has ended and
/// when freed segments are erased. A simulation is on one thread, in its own time.
/// </content>
public sealed partial class SharedLog
{
    private bool _isDriven;
    private CommitGroup? _begun;
    private long _begunEnd;

    /// <summary>Opens the log and recovers it, as <see cref="Open"/> does, and starts no thread.</summary>
    /// <exception cref="LogCorruptedException">A record that had been durable is broken.</exception>
    internal static SharedLog OpenDriven(ILogStorage storage, LogOptions options)
    {
        var log = new SharedLog(storage, options) { _isDriven = true };
        log.Recover();
        return log;
    }

    /// <summary>Begins to write what is gathered: owners send, then the bytes are in the page cache.</summary>
    /// <returns>False if nothing is gathered, a group is under way, or the log has failed, perhaps now.</returns>
    internal bool TryBeginGroup()
    {
        CommitGroup group;
        lock (_gate)
        {
            if (_groupIsWritten || _gathering.IsEmpty || _fault is not null)
                return false;
            group = TakeGroup();
        }
        try
        {
            Tell(group);
            _begunEnd = WriteParts(group);
            _begun = group;
            return true;
        }
        catch (Exception e)
        {
            Fault(group, e);
            return false;
        }
    }

    /// <summary>Flushes the group that was begun, and tells the owners of its streams.</summary>
    /// <returns>False if the log has failed.</returns>
    internal bool EndGroup()
    {
        var group = _begun!;
        _begun = null;
        try
        {
            FlushParts(group, _begunEnd);
            LogMeter.NoteFlushed(group, Stopwatch.GetTimestamp());
            Finish(group);
            return true;
        }
        catch (Exception e)
        {
            Fault(group, e);
            return false;
        }
    }

    /// <summary>Erases the segments that were freed, as the janitor does.</summary>
    internal void TidyNow() => Tidy();
}
