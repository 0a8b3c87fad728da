using System.Collections.Generic;
using System.Linq;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;

namespace SfPerf.Fabric.Replication.Core;

/// <summary>Records which epoch wrote which records of one replica's log, kept up to date record by record.</summary>
internal sealed class EpochHistory
{
    private readonly List<LogEpochStart> _starts = [];

    /// <summary>Gets the epoch of the last record; the default when there is none.</summary>
    internal LogEpoch LastEpoch { get; private set; }

    internal void Restart(ProgressVector history)
    {
        _starts.Clear();
        _starts.AddRange(history.Epochs);
        LastEpoch = history.LastEpoch;
    }

    internal void Append(LogEpoch epoch, long lsn)
    {
        if (epoch == LastEpoch && _starts.Count > 0)
            return;
        _starts.Add(new LogEpochStart(epoch, lsn));
        LastEpoch = epoch;
    }

    internal void Cut(long lastLsn)
    {
        while (_starts.Count > 0 && _starts[^1].FirstLsn > lastLsn)
            _starts.RemoveAt(_starts.Count - 1);
        LastEpoch = _starts.Count == 0 ? default : _starts[^1].Epoch;
    }

    internal LogEpoch EpochOf(long lsn) => _starts.FindLast(s => s.FirstLsn <= lsn).Epoch;

    internal ProgressVector UpTo(long lsn) => new([.. _starts.Where(s => s.FirstLsn <= lsn)], lsn);
}
