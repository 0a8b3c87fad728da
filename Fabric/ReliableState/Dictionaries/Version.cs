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

    /// <summary>The length of the longest array that is kept for a later value, in bytes.</summary>
    private const int SpareBytesMax = 64 * 1024;

    private long _lsn = Pending;
    private Version<TValue>? _older;

    // The owner of the version while it is pending; the bytes of an applied value that nobody has read here yet; the
    // array of a former value while the version is nobody's; otherwise null.
    private object? _source;
    private TValue? _value;
    private bool _isCopy; // whether _value is an array that only this version knows

    internal bool IsRemoval { get; private set; }

    internal long Lsn => Volatile.Read(ref _lsn);

    internal Version<TValue>? Older
    {
        get => Volatile.Read(ref _older);
        set => Volatile.Write(ref _older, value);
    }

    /// <summary>Makes it a pending version; a removal if it has no value. Nobody else knows it yet.</summary>
    /// <param name="owner">Who may see it.</param>
    /// <param name="value">The value.</param>
    /// <param name="isRemoval">Whether it removes the key.</param>
    /// <param name="copies">
    /// Whether the value is kept as a copy, whose array may be used again; its bytes are the value itself.
    /// </param>
    internal void BeginPending(object owner, TValue? value, bool isRemoval, bool copies)
    {
        _isCopy = copies && value is byte[] { Length: <= SpareBytesMax };
        _value = _isCopy ? (TValue)(object)Copy((byte[])(object)value!) : value;
        _source = owner;
        IsRemoval = isRemoval;
    }

    /// <summary>
    /// Makes it a version that is applied already, of a copy of these bytes. Nobody else knows it yet.
    /// </summary>
    internal void BeginApplied(long lsn, ReadOnlySpan<byte> bytes)
    {
        _source = Copy(bytes);
        _lsn = lsn;
    }

    /// <summary>
    /// Makes it a version that is applied already: a null value or a removal. Nobody else knows it yet.
    /// </summary>
    internal void BeginApplied(long lsn, bool isRemoval)
    {
        _source = null;
        IsRemoval = isRemoval;
        _lsn = lsn;
    }

    internal bool IsPendingOf(object owner) => Lsn == Pending && ReferenceEquals(_source, owner);

    /// <summary>Makes a pending version part of the state. Nobody looks at it until its LSN is visible.</summary>
    internal void Apply(long lsn)
    {
        object? bytes = null;
        if (_isCopy)
            (bytes, _value, _isCopy) = (_value, default, false);
        _source = bytes;
        Volatile.Write(ref _lsn, lsn);
    }

    /// <summary>Gets the bytes of a value that nobody has read here yet.</summary>
    internal bool TryGetBytes(out byte[] bytes)
    {
        bytes = (Volatile.Read(ref _source) as byte[])!;
        return bytes is not null;
    }

    /// <summary>
    /// Makes it nobody's. Of what it held it keeps the array of a value that nobody ever read here. No reader can come
    /// to it any more: readers of a point in time are registered, the others hold a lock that its overwriting had to
    /// wait for.
    /// </summary>
    /// <param name="byteCountMax">The length of the longest array to keep.</param>
    internal void Clear(int byteCountMax)
    {
        lock (this)
        {
            if (_source is not byte[] bytes || bytes.Length > Math.Min(byteCountMax, SpareBytesMax))
                _source = null;
            _value = default;
            _isCopy = false;
            IsRemoval = false;
            _older = null;
            Volatile.Write(ref _lsn, Pending);
        }
    }

    /// <summary>Gets the length of the array of a version that is nobody's.</summary>
    internal int SpareByteCount => (_source as byte[])?.Length ?? 0;

    /// <summary>Gets the value, deserializing it once.</summary>
    internal TValue? Read(Serialization.ValueCodec<TValue> codec)
    {
        if (Volatile.Read(ref _source) is byte[])
            return ReadFirst(codec);
        // The transaction that wrote it reads it: from now on the array is not this version's alone.
        if (_isCopy)
            _isCopy = false;
        return _value;
    }

    private TValue? ReadFirst(Serialization.ValueCodec<TValue> codec)
    {
        lock (this)
        {
            if (_source is byte[] bytes)
            {
                _value = codec.ReadOwned(bytes);
                Volatile.Write(ref _source, null);
            }
            return _value;
        }
    }

    private byte[] Copy(ReadOnlySpan<byte> bytes)
    {
        if (_source is not byte[] spare || spare.Length != bytes.Length)
            return bytes.ToArray();
        bytes.CopyTo(spare);
        return spare;
    }
}
