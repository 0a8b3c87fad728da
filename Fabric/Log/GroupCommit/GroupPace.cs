using System;
using System.Threading;

namespace SfPerf.Fabric.Log.GroupCommit;

/// <summary>
/// Determines when the next group may begin. With one stream at work, at once: what its connection brought is a whole
/// group already. With several, each brings a part of what a flush could take, and a flush costs about the same
/// whatever it holds: then groups keep a distance, and twice as much where records come fast. Not thread safe: the
/// log's gate guards it.
/// </summary>
/// <param name="spacing">The shortest distance. The longest is twice as much; zero: groups keep none.</param>
/// <param name="time">The clock.</param>
internal sealed class GroupPace(TimeSpan spacing, TimeProvider time)
{
    /// <summary>A group of so many bytes is worth its flush whenever it comes.</summary>
    internal const int BytesEnough = 64 << 10;

    /// <summary>A group of fewer records says that little is under way: more would not come.</summary>
    internal const int RecordsMin = 4;

    /// <summary>More records than this in a group lengthen the distance to the next one in proportion.</summary>
    internal const int RecordsAtSpacing = 6;

    private const double SpacingsMax = 2;

    // A pause that is shorter than this would last longer than was asked for.
    private static readonly TimeSpan PauseMin = TimeSpan.FromMicroseconds(20);
    private bool _isShared;
    private long _begun;
    private TimeSpan _distance;

    /// <summary>Gets whether the last group was one of several busy streams. Any thread.</summary>
    internal bool IsShared => Volatile.Read(ref _isShared);

    /// <summary>Notes that a group begins. One that only waits for the groups before it says nothing.</summary>
    internal void Begin(CommitGroup group)
    {
        if (group.Records == 0)
            return;
        var isShared = spacing > TimeSpan.Zero && group.Streams.Length > 1 && group.Records >= RecordsMin;
        Volatile.Write(ref _isShared, isShared);
        if (!isShared)
            return;
        _begun = time.GetTimestamp();
        _distance = spacing * Math.Clamp((double)group.Records / RecordsAtSpacing, 1, SpacingsMax);
    }

    /// <summary>How long what is gathered should wait for more; zero when it should not.</summary>
    internal TimeSpan PauseBefore(CommitGroup gathered)
    {
        if (!IsShared || gathered.Barrier is not null || gathered.Bytes >= BytesEnough)
            return TimeSpan.Zero;
        var left = _distance - time.GetElapsedTime(_begun);
        return left >= PauseMin ? left : TimeSpan.Zero;
    }
}
