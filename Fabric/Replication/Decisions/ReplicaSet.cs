using System;
using System.Collections.Generic;
using System.Linq;

namespace SfPerf.Fabric.Replication.Decisions;

/// <summary>
/// Represents one configuration as its primary sees it: the secondaries, and how many acknowledgements a write needs.
/// </summary>
internal sealed class ReplicaSet
{
    private readonly long[] _secondaries;

    /// <summary>Creates a configuration.</summary>
    /// <param name="secondaries">The other members, whether up or down.</param>
    /// <param name="writeQuorum">Including the primary; 0: a majority of all members.</param>
    internal ReplicaSet(IEnumerable<long> secondaries, int writeQuorum)
    {
        _secondaries = [.. secondaries.Distinct().Order()];
        WriteQuorum = writeQuorum > 0 ? writeQuorum : Count / 2 + 1;
        if (WriteQuorum <= Count / 2 || WriteQuorum > Count)
        {
            throw new ArgumentOutOfRangeException(
                nameof(writeQuorum), writeQuorum, $"More than half of {Count} replicas, and no more than all.");
        }
    }

    internal IReadOnlyList<long> Secondaries => _secondaries;

    /// <summary>Gets the number of members, the primary included.</summary>
    internal int Count => _secondaries.Length + 1;

    internal int WriteQuorum { get; }

    internal bool Contains(long replicaId) => Array.BinarySearch(_secondaries, replicaId) >= 0;

    /// <summary>
    /// The highest value that the primary and enough secondaries have reached. The primary counts always and must be
    /// among them.
    /// </summary>
    internal long Reached(long own, Func<long, long> reachedBy)
    {
        var needed = WriteQuorum - 1;
        if (needed == 0)
            return own;
        Span<long> best = stackalloc long[_secondaries.Length];
        for (var i = 0; i < _secondaries.Length; i++)
            best[i] = reachedBy(_secondaries[i]);
        best.Sort();
        return Math.Min(own, best[^needed]);
    }
}
