using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using SfPerf.Fabric.Replication.Core;

namespace SfPerf.Fabric.Replication;

/// <summary>Holds those who wait until a configuration has caught up. Guarded by the replicator's gate.</summary>
internal sealed class CatchUpWaits
{
    private readonly List<Wait> _waits = [];

    internal Task Add(long lsn, bool all)
    {
        var wait = new Wait(lsn, all);
        _waits.Add(wait);
        return wait.Ended.Task;
    }

    internal void EndReached(ReplicaCore core)
    {
        for (var i = _waits.Count - 1; i >= 0; i--)
        {
            var wait = _waits[i];
            if (core.Term.Reached(core.FlushedLsn, wait.All) < wait.Lsn)
                continue;
            wait.Ended.TrySetResult();
            _waits.RemoveAt(i);
        }
    }

    internal void Fail(Exception reason)
    {
        foreach (var wait in _waits)
            wait.Ended.TrySetException(reason);
        _waits.Clear();
    }

    private sealed record Wait(long Lsn, bool All)
    {
        internal TaskCompletionSource Ended { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
