using System;
using System.Buffers.Binary;
using System.Collections.Generic;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>
/// Represents an array that is cut into slots of one size. Its allocator alone changes what is taken.
/// </summary>
/// <param name="allocator">Who gets slots back; null if the slab is one value's, and goes with it.</param>
/// <param name="slotBytes">The length of a slot, in bytes; at least 8 if there are several.</param>
/// <param name="slotCount">The number of slots.</param>
internal sealed class Slab(SlabAllocator? allocator, int slotBytes, int slotCount)
{
    private const int None = -1;

    private readonly byte[] _bytes = GC.AllocateUninitializedArray<byte>(slotBytes * slotCount);
    private int _usedCount;   // slots behind these were never taken
    private int _free = None; // the slot that was returned last; it holds the number of the one before it

    internal int SlotBytes => slotBytes;

    internal int ByteCount => _bytes.Length;

    internal int TakenCount { get; private set; }

    internal bool IsFull => TakenCount == slotCount;

    /// <summary>Gets or sets its place among the slabs that have a free slot; null if it is one value's.</summary>
    internal LinkedListNode<Slab>? Node { get; set; }

    /// <summary>Gets the first bytes of a slot.</summary>
    internal Memory<byte> Bytes(int slot, int byteCount) => _bytes.AsMemory(slot * slotBytes, byteCount);

    /// <summary>Gets whether its slots are this allocator's, and of the size for this many bytes.</summary>
    internal bool Suits(SlabAllocator other, int byteCount) =>
        ReferenceEquals(allocator, other) && SlabAllocator.SizeOf(byteCount) == slotBytes;

    /// <summary>Returns a slot that nobody reads any more.</summary>
    internal void Release(int slot) => allocator?.Return(this, slot);

    internal int Take()
    {
        TakenCount++;
        if (_free == None)
            return _usedCount++;
        var slot = _free;
        _free = BinaryPrimitives.ReadInt32LittleEndian(_bytes.AsSpan(slot * slotBytes));
        return slot;
    }

    internal void Return(int slot)
    {
        TakenCount--;
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(slot * slotBytes), _free);
        _free = slot;
    }
}
