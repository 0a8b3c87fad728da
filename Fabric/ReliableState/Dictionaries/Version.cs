using System;
using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Represents one value of one key, from the LSN that set it to the LSN of the next newer one.</summary>
/// <remarks>
/// Links change under the entry's monitor, and never so that a registered reader misses what it may see. A version that
/// was overwritten and that nobody may see any more becomes another one, maybe of another key.
/// </remarks>
internal sealed class Version<TValue>
{
    /// <summary>The LSN of a version whose transaction has not been applied.</summary>
    internal const long Pending = long.MaxValue;

    // So many reads make an array that the version keeps. What is read less is not worth an object that stays.
    private const int CopiedReads = 4;

    private long _lsn = Pending;
    private Version<TValue>? _older;
    private object? _owner; // of the version while it is pending
    private TValue? _value;

    // Where the bytes of the value are; null when _value is the value. A version that is nobody's may keep a slot for
    // its next value.
    private Slab? _slab;
    private int _byteCount;
    private ushort _slot;
    private byte _readCount; // of these bytes, while each reader gets a copy

    internal bool IsRemoval { get; private set; }

    internal long Lsn => Volatile.Read(ref _lsn);

    internal Version<TValue>? Older
    {
        get => Volatile.Read(ref _older);
        set => Volatile.Write(ref _older, value);
    }

    /// <summary>Makes it a pending version of a value. Nobody else knows it yet.</summary>
    /// <param name="owner">Who may see it.</param>
    /// <param name="value">The value, which is kept as it is.</param>
    internal void BeginPending(object owner, TValue? value)
    {
        ReleaseSlot();
        _value = value;
        _owner = owner;
    }

    /// <summary>Makes it a pending version of a copy of these bytes. Nobody else knows it yet.</summary>
    /// <param name="owner">Who may see it.</param>
    /// <param name="bytes">The bytes of the value.</param>
    /// <param name="memory">Where the copy is kept.</param>
    internal void BeginPending(object owner, ReadOnlySpan<byte> bytes, SlabAllocator memory)
    {
        Copy(bytes, memory);
        _owner = owner;
    }

    /// <summary>Makes it a pending removal. Nobody else knows it yet.</summary>
    internal void BeginPendingRemoval(object owner)
    {
        ReleaseSlot();
        _owner = owner;
        IsRemoval = true;
    }

    /// <summary>
    /// Makes it a version that is applied already, of a copy of these bytes. Nobody else knows it yet.
    /// </summary>
    internal void BeginApplied(long lsn, ReadOnlySpan<byte> bytes, SlabAllocator memory)
    {
        Copy(bytes, memory);
        _lsn = lsn;
    }

    /// <summary>
    /// Makes it a version that is applied already: a null value or a removal. Nobody else knows it yet.
    /// </summary>
    internal void BeginApplied(long lsn, bool isRemoval)
    {
        ReleaseSlot();
        IsRemoval = isRemoval;
        _lsn = lsn;
    }

    internal bool IsPendingOf(object owner) => Lsn == Pending && ReferenceEquals(_owner, owner);

    /// <summary>Makes a pending version part of the state. Nobody looks at it until its LSN is visible.</summary>
    internal void Apply(long lsn)
    {
        _owner = null;
        Volatile.Write(ref _lsn, lsn);
    }

    /// <summary>Has the processor fetch the bytes that <see cref="TryWriteSized"/> is about to write.</summary>
    internal void Prefetch() => Volatile.Read(ref _slab)?.Prefetch(_slot, _byteCount);

    /// <summary>Writes the bytes of the value, if they are all there is of it.</summary>
    /// <returns>False: the value has been read, and its bytes were given up.</returns>
    internal bool TryWriteSized(Serialization.ByteWriter writer)
    {
        if (Volatile.Read(ref _slab) is null)
            return false;
        lock (this)
        {
            if (_slab is not { } slab)
                return false;
            writer.WriteInt32(_byteCount);
            writer.Write(slab.Bytes(_slot, _byteCount).Span);
            return true;
        }
    }

    /// <summary>
    /// Makes it nobody's. No reader can come to it any more: readers of a point in time are registered, the others hold
    /// a lock that its overwriting had to wait for.
    /// </summary>
    /// <param name="byteCountMax">The length of the longest slot that it may keep for its next value.</param>
    internal void Clear(int byteCountMax)
    {
        lock (this)
        {
            if (_slab is { } slab && slab.SlotBytes > Math.Min(byteCountMax, SlabAllocator.SlotBytesMax))
                ReleaseSlot();
            _value = default;
            _owner = null;
            IsRemoval = false;
            _older = null;
            Volatile.Write(ref _lsn, Pending);
        }
    }

    /// <summary>Gets the length of its slot, in bytes; 0 if it has none.</summary>
    internal int SlotBytes => _slab?.SlotBytes ?? 0;

    /// <summary>Gets the value, deserializing it once, unless the first readers may have copies.</summary>
    internal TValue? Read(Serialization.ValueCodec<TValue> codec, bool copies) =>
        Volatile.Read(ref _slab) is null ? _value : ReadBytes(codec, copies);

    private TValue? ReadBytes(Serialization.ValueCodec<TValue> codec, bool copies)
    {
        lock (this)
        {
            // It may be nobody's, for a reader whose transaction ends meanwhile and who is told so: the slot is kept.
            if (_slab is not { } slab || (_lsn == Pending && _owner is null))
                return _value;
            var value = codec.Read(slab.Bytes(_slot, _byteCount));
            if (copies && ++_readCount < CopiedReads)
                return value;
            _value = value;
            ReleaseSlot();
            return value;
        }
    }

    private void Copy(ReadOnlySpan<byte> bytes, SlabAllocator memory)
    {
        if (_slab is not { } slab || !slab.Suits(memory, bytes.Length))
        {
            ReleaseSlot();
            _slab = slab = memory.Take(bytes.Length, out var slot);
            _slot = (ushort)slot;
        }
        _byteCount = bytes.Length;
        _readCount = 0;
        bytes.CopyTo(slab.Bytes(_slot, bytes.Length).Span);
    }

    private void ReleaseSlot()
    {
        if (_slab is not { } slab)
            return;
        Volatile.Write(ref _slab, null);
        slab.Release(_slot);
    }
}
