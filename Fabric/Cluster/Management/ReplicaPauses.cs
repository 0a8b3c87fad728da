using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Cluster.Management;

/// <summary>
/// Determines how long the replicas of a partition pause after a failure: longer with each failure, until one has
/// served for a while. Opening alone proves nothing: a replica that opens and then fails in its role would be elected
/// again and again, and each election takes an epoch. One caller at a time.
/// </summary>
internal sealed class ReplicaPauses(TimeProvider time)
{
    internal static readonly TimeSpan First = TimeSpan.FromMilliseconds(100);
    internal static readonly TimeSpan Max = TimeSpan.FromSeconds(10);

    /// <summary>How long a replica must serve without a failure until the former ones are forgotten.</summary>
    internal static readonly TimeSpan Proof = TimeSpan.FromSeconds(10);

    private const int DoublingsMax = 16;
    private readonly Dictionary<long, int> _failures = [];
    private readonly Dictionary<long, long> _servesSince = [];

    /// <summary>Notes whether a replica serves now, as primary or as active secondary.</summary>
    internal void Note(long replica, bool serves)
    {
        if (serves)
        {
            _ = _servesSince.TryAdd(replica, time.GetTimestamp());
            return;
        }
        if (IsProved(replica))
            _ = _failures.Remove(replica);
        _ = _servesSince.Remove(replica);
    }

    /// <summary>Returns whether a replica has served long enough for its former failures to be forgotten.</summary>
    internal bool IsProved(long replica) =>
        _servesSince.TryGetValue(replica, out var since) && time.GetElapsedTime(since) >= Proof;

    /// <summary>Takes a failure and gives the pause after it.</summary>
    internal TimeSpan Next(long replica)
    {
        Note(replica, serves: false);
        var failures = _failures[replica] = _failures.GetValueOrDefault(replica) + 1;
        var pause = First * Math.Pow(2, Math.Min(failures - 1, DoublingsMax));
        return pause < Max ? pause : Max;
    }

    /// <summary>Forgets a replica that is gone for good.</summary>
    internal void Forget(long replica) => _ = _failures.Remove(replica) | _servesSince.Remove(replica);
}
