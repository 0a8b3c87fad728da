using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

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
    private const int CacheLineBytes = 64;
    private const int PrefetchedBytesMax = 4096; // the processor goes on by itself

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

    /// <summary>
    /// Has the processor fetch the first bytes of a slot, and what lies before the array, from memory. A hint: any slot
    /// and any number will do, and the array may be moved meanwhile.
    /// </summary>
    internal unsafe void Prefetch(int slot, int byteCount)
    {
        if (!Sse.IsSupported)
            return;
        var array = (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(_bytes));
        Sse.Prefetch0(array - sizeof(long)); // its length
        var at = array + ((long)slot * slotBytes);
        for (var end = at + Math.Min(byteCount, PrefetchedBytesMax); at < end; at += CacheLineBytes)
            Sse.Prefetch0(at);
    }

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
