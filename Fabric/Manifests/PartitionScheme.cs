using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Manifests;

/// <summary>Specifies how a service is cut into partitions.</summary>
internal sealed record PartitionScheme
{
    /// <summary>Gets one of Singleton, Int64Range, Named.</summary>
    public required string Kind { get; init; }

    public int Count { get; init; } = 1;

    public long LowKey { get; init; }

    public long HighKey { get; init; }

    public string[] Names { get; init; } = [];

    /// <summary>Cuts the range as Service Fabric does: the first partitions are one key longer.</summary>
    internal IEnumerable<(long Low, long High)> Ranges()
    {
        var size = (UInt128)((Int128)HighKey - LowKey) + 1;
        var (each, longer) = UInt128.DivRem(size, (UInt128)Count);
        var low = (Int128)LowKey;
        for (var i = 0; i < Count; i++)
        {
            var next = low + (Int128)each + (i < (int)longer ? 1 : 0);
            yield return ((long)low, (long)(next - 1));
            low = next;
        }
    }
}
