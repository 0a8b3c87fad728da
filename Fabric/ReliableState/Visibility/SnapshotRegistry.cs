using System.Collections.Generic;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Visibility;

/// <summary>
/// Knows up to which LSN the state is visible and which older points in time somebody still reads at.
/// </summary>
internal sealed class SnapshotRegistry
{
    private readonly Lock _gate = new();
    private VisibilityPoint? _newest; // the fields are guarded by _gate; points are linked by rising LSN
    private long _visibleLsn;

    /// <summary>Gets the LSN of the last record that is visible as a whole.</summary>
    internal long VisibleLsn => Volatile.Read(ref _visibleLsn);

    /// <summary>Makes every record up to <paramref name="lsn"/> visible to those who register from now on.</summary>
    internal void Publish(long lsn)
    {
        lock (_gate)
            _visibleLsn = lsn;
    }

    /// <summary>Registers a reader at the present point. What it can see stays until it is released.</summary>
    internal VisibilityPoint Register()
    {
        lock (_gate)
        {
            if (_newest is not { } newest || newest.Lsn != _visibleLsn)
            {
                newest = new VisibilityPoint(_visibleLsn) { Older = _newest };
                if (_newest is not null)
                    _newest.Newer = newest;
                _newest = newest;
            }
            newest.ReaderCount++;
            return newest;
        }
    }

    /// <summary>Ends a registration and drops the versions that only it kept.</summary>
    internal void Release(VisibilityPoint point)
    {
        List<Retained>? retained;
        lock (_gate)
        {
            if (--point.ReaderCount > 0)
                return;
            if (point.Newer is { } newer)
                newer.Older = point.Older;
            else
                _newest = point.Older;
            if (point.Older is { } older)
                older.Newer = point.Newer;
            retained = point.Retained;
            point.Retained = null;
        }
        if (retained is null)
            return;
        foreach (var (owner, item) in retained)
            owner.DropRetained(item, point.Lsn);
    }

    /// <summary>
    /// Asks whether a reader still sees what was valid from <paramref name="fromLsn"/> until <paramref
    /// name="untilLsn"/> (exclusive). If so, <paramref name="owner"/> is told when that reader is gone.
    /// </summary>
    internal bool Retain(long fromLsn, long untilLsn, IRetainer owner, object item)
    {
        // Called after Publish, so a reader that registers meanwhile reads at a later LSN.
        if (Volatile.Read(ref _newest) is null)
            return false;
        lock (_gate)
        {
            var point = _newest;
            while (point is not null && point.Lsn >= untilLsn)
                point = point.Older;
            if (point is null || point.Lsn < fromLsn)
                return false;
            (point.Retained ??= []).Add(new(owner, item));
            return true;
        }
    }
}
