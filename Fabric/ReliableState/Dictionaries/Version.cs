using System.Threading;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <summary>Represents one value of one key, from the LSN that set it to the LSN of the next newer one.</summary>
/// <remarks>
/// Readers walk the chain without a lock. Links change under the entry's monitor, and never so that a registered reader
/// misses what it may see.
/// </remarks>
internal sealed class Version<TValue>
{
    /// <summary>The LSN of a version whose transaction has not been applied.</summary>
    internal const long Pending = long.MaxValue;

    private long _lsn = Pending;
    private Version<TValue>? _older;

    // The bytes of a value nobody has read here yet; the transaction while it is pending; otherwise null.
    private object? _source;
    private TValue? _value;

    /// <summary>Makes a pending version; a removal if it has no value.</summary>
    internal Version(object transaction, TValue? value, bool isRemoval)
    {
        _source = transaction;
        _value = value;
        IsRemoval = isRemoval;
    }

    /// <summary>
    /// Makes a version that is applied already. It owns the bytes of its value from now on; they are null for a null
    /// value or a removal.
    /// </summary>
    internal Version(long lsn, byte[]? bytes, bool isRemoval)
    {
        _lsn = lsn;
        _source = bytes;
        IsRemoval = isRemoval;
    }

    internal bool IsRemoval { get; }

    internal long Lsn => Volatile.Read(ref _lsn);

    internal Version<TValue>? Older
    {
        get => Volatile.Read(ref _older);
        set => Volatile.Write(ref _older, value);
    }

    internal bool IsPendingOf(object transaction) => Lsn == Pending && ReferenceEquals(_source, transaction);

    /// <summary>Makes a pending version part of the state. Nobody looks at it until its LSN is visible.</summary>
    internal void Apply(long lsn)
    {
        _source = null;
        Volatile.Write(ref _lsn, lsn);
    }

    /// <summary>As <see cref="Apply(long)"/>, with the bytes of the value in the place of the value itself. It owns
    /// them from now on.</summary>
    internal void Apply(long lsn, byte[] bytes)
    {
        _value = default;
        _source = bytes;
        Volatile.Write(ref _lsn, lsn);
    }

    /// <summary>Gets the value of a pending version; default when it removes the key.</summary>
    internal TValue? PendingValue => _value;

    /// <summary>Gets the bytes of a value that nobody has read here yet.</summary>
    internal bool TryGetBytes(out byte[] bytes)
    {
        bytes = (Volatile.Read(ref _source) as byte[])!;
        return bytes is not null;
    }

    /// <summary>
    /// Takes the bytes of a value that nobody ever read here. No reader can come to this version any more: readers of
    /// a point in time are registered, the others hold a lock that its overwriting had to wait for.
    /// </summary>
    internal bool TryTakeBytes(out byte[] bytes)
    {
        lock (this)
        {
            bytes = (_source as byte[])!;
            _source = null;
            return bytes is not null;
        }
    }

    /// <summary>Gets the value, deserializing it once.</summary>
    internal TValue? Read(Serialization.ValueCodec<TValue> codec) =>
        Volatile.Read(ref _source) is byte[]? ReadFirst(codec) : _value;

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
}
