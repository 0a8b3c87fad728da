using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Log.Records;

/// <summary>Holds the position of each record of a stream in the log: dense by LSN, cut at both ends.</summary>
internal sealed class PositionIndex
{
    private const int BlockLength = 4096;
    private readonly List<long[]> _blocks = [];
    private long _blocksFirstLsn; // the LSN of the first slot of the first block

    internal PositionIndex(long firstLsn) => Restart(firstLsn);

    internal long FirstLsn { get; private set; }

    internal long LastLsn { get; private set; }

    internal long this[long lsn]
    {
        get
        {
            if (lsn < FirstLsn || lsn > LastLsn)
                throw new ArgumentOutOfRangeException(nameof(lsn), lsn, $"The log holds {FirstLsn} to {LastLsn}.");
            var slot = lsn - _blocksFirstLsn;
            return _blocks[(int)(slot / BlockLength)][slot % BlockLength];
        }
    }

    internal void Restart(long firstLsn)
    {
        _blocks.Clear();
        (FirstLsn, LastLsn, _blocksFirstLsn) = (firstLsn, firstLsn - 1, firstLsn);
    }

    internal void Add(long position)
    {
        LastLsn++;
        var slot = LastLsn - _blocksFirstLsn;
        if (slot / BlockLength == _blocks.Count)
            _blocks.Add(new long[BlockLength]);
        _blocks[(int)(slot / BlockLength)][slot % BlockLength] = position;
    }

    internal void TruncateTail(long lastLsn)
    {
        if (lastLsn >= LastLsn)
            return;
        if (lastLsn < FirstLsn)
        {
            Restart(lastLsn + 1);
            return;
        }
        LastLsn = lastLsn;
        var blocks = (int)((LastLsn - _blocksFirstLsn) / BlockLength) + 1;
        _blocks.RemoveRange(blocks, _blocks.Count - blocks);
    }

    internal void TruncateHead(long firstLsn)
    {
        if (firstLsn <= FirstLsn)
            return;
        if (firstLsn > LastLsn)
        {
            Restart(LastLsn + 1);
            return;
        }
        FirstLsn = firstLsn;
        var blocks = (int)((FirstLsn - _blocksFirstLsn) / BlockLength);
        _blocks.RemoveRange(0, blocks);
        _blocksFirstLsn += (long)blocks * BlockLength;
    }
}
