using System;
using System.Collections.Generic;
using System.Numerics;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// Keeps the bytes of values in large arrays, the slabs, each cut into slots of one size. The garbage collector has one
/// object to look at for hundreds of values and does not move it. Any thread.
/// </summary>
/// <remarks>
/// A slot is at most an eighth longer than its value (below 64 bytes: 7 bytes). A slab of which no slot is taken is
/// given up if a quarter of that size's slots are free without it: what one checkpoint keeps of overwritten values
/// fits into what the one before it has left, and memory that is new to the process is not touched each time. A slab
/// that is full is known to those only who hold its slots: where a slot is not returned, the slab lives as long as they
/// do.
/// </remarks>
internal sealed class SlabAllocator
{
    /// <summary>The length of the longest value that shares a slab, in bytes; a longer one has a slab alone.</summary>
    internal const int SlotBytesMax = 64 * 1024;

    private const int SlabBytesMin = 1024;
    private const int SlabBytesMax = 256 * 1024;

    // Sizes are multiples of 8 up to 64, then eight of them up to each power of two.
    private const int SmallSizes = 8;
    private const int StepBits = 3;
    private const int SmallBits = 6;

    private readonly Lock _gate = new();
    private readonly SlabList?[] _lists = new SlabList?[IndexOf(SlotBytesMax) + 1]; // guarded by _gate
    private int _takenCount;                                                        // guarded by _gate

    /// <summary>Gets the number of slots that are taken.</summary>
    internal int TakenCount
    {
        get
        {
            lock (_gate)
                return _takenCount;
        }
    }

    /// <summary>Takes a slot for so many bytes, whose content is undefined.</summary>
    internal Slab Take(int byteCount, out int slot)
    {
        if (byteCount > SlotBytesMax)
        {
            slot = 0;
            return new Slab(null, byteCount, 1);
        }
        lock (_gate)
        {
            var list = _lists[IndexOf(byteCount)] ??= new SlabList();
            var slab = list.Open.First?.Value ?? NewSlab(list, SizeOf(byteCount));
            slot = slab.Take();
            list.FreeByteCount -= slab.SlotBytes;
            _takenCount++;
            if (slab.IsFull)
                list.Open.Remove(slab.Node!);
            return slab;
        }
    }

    /// <summary>Returns a slot of a slab of this allocator. Nobody reads it any more.</summary>
    internal void Return(Slab slab, int slot)
    {
        lock (_gate)
        {
            var list = _lists[IndexOf(slab.SlotBytes)]!;
            if (slab.IsFull)
                list.Open.AddFirst(slab.Node!);
            slab.Return(slot);
            list.FreeByteCount += slab.SlotBytes;
            _takenCount--;
            if (slab.TakenCount == 0)
            {
                list.Open.Remove(slab.Node!);
                list.Open.AddLast(slab.Node!); // the others' slots are taken first
            }
            list.GiveUpEmpty();
        }
    }

    /// <summary>Gets the length of the slot that a value of this length is put into.</summary>
    internal static int SizeOf(int byteCount)
    {
        if (byteCount > SlotBytesMax)
            return byteCount;
        var index = IndexOf(byteCount);
        if (index < SmallSizes)
            return (index + 1) << StepBits;
        var (power, step) = Math.DivRem(index - SmallSizes, 1 << StepBits);
        return (step + (1 << StepBits) + 1) << (power + SmallBits - StepBits);
    }

    private static int IndexOf(int byteCount)
    {
        var last = Math.Max(byteCount - 1, 0);
        if (last < 1 << SmallBits)
            return last >> StepBits;
        var power = BitOperations.Log2((uint)last);
        var step = (last >> (power - StepBits)) - (1 << StepBits);
        return SmallSizes + ((power - SmallBits) << StepBits) + step;
    }

    // Of each size half as much is made again as there is, so that small dictionaries stay small.
    // It is put among the open ones.
    private Slab NewSlab(SlabList list, int slotBytes)
    {
        var byteCount = (int)Math.Clamp(list.ByteCount / 2, SlabBytesMin, SlabBytesMax);
        var slab = new Slab(this, slotBytes, Math.Max(byteCount / slotBytes, 1));
        list.ByteCount += slab.ByteCount;
        list.FreeByteCount += slab.ByteCount;
        slab.Node = list.Open.AddFirst(slab);
        return slab;
    }

    /// <summary>The slabs of one size of slots.</summary>
    private sealed class SlabList
    {
        private const int KeptPart = 4;

        /// <summary>Gets those that have a free slot; the last ones are those of which no slot is taken.</summary>
        internal LinkedList<Slab> Open { get; } = [];

        /// <summary>Gets or sets the length of all slabs of this size that were made and not given up.</summary>
        internal long ByteCount { get; set; }

        /// <summary>Gets or sets how much of that is not taken.</summary>
        internal long FreeByteCount { get; set; }

        /// <summary>Gives up slabs of which no slot is taken, while enough is free without them.</summary>
        internal void GiveUpEmpty()
        {
            while (Open.Last?.Value is { TakenCount: 0 } slab
                && FreeByteCount - slab.ByteCount >= ByteCount / KeptPart)
            {
                Open.RemoveLast();
                ByteCount -= slab.ByteCount;
                FreeByteCount -= slab.ByteCount;
            }
        }
    }
}
