using System;

namespace SfPerf.Fabric.Cluster.Tests.Simulation;

/// <summary>The state of a replica: registers, and for each the LSN that set it.</summary>
internal sealed class SimulatedRegisters
{
    // No client writes it.
    private const long LeftOut = long.MinValue;

    private readonly long[] _values = new long[ReplicationSimulation.Keys];
    private readonly long[] _setAt = new long[ReplicationSimulation.Keys];

    /// <summary>Gets the LSN up to which records make what was restored whole; 0 if it is.</summary>
    internal long WholeLsn { get; private init; }

    /// <summary>Gets whether a checkpoint left a value to the log that no record has set since.</summary>
    internal bool LacksValue => Array.IndexOf(_values, LeftOut) >= 0;

    internal long this[long key] => _values[key];

    internal void Set(in SimulatedRecord record) =>
        (_values[record.Key], _setAt[record.Key]) = (record.Value, record.Lsn);

    /// <summary>Freezes all values.</summary>
    internal SimulatedRegisters Capture() => Copy(wholeLsn: 0);

    /// <summary>Freezes what has not changed since an LSN: a checkpoint of that LSN, whole with what follows it up to
    /// another.</summary>
    internal SimulatedRegisters CaptureUnchanged(long sinceLsn, long wholeLsn)
    {
        var copy = Copy(wholeLsn);
        for (var key = 0; key < _values.Length; key++)
        {
            if (_setAt[key] > sinceLsn)
                copy._values[key] = LeftOut;
        }
        return copy;
    }

    /// <summary>Gets what a replica begins with that restores this as a checkpoint of an LSN.</summary>
    internal SimulatedRegisters Restore(long lsn)
    {
        var copy = Copy(WholeLsn);
        Array.Fill(copy._setAt, lsn);
        return copy;
    }

    private SimulatedRegisters Copy(long wholeLsn)
    {
        var copy = new SimulatedRegisters { WholeLsn = wholeLsn };
        _values.CopyTo(copy._values, 0);
        _setAt.CopyTo(copy._setAt, 0);
        return copy;
    }
}
