#nullable disable

using System;
using System.Globalization;
using System.Runtime.Serialization;
using System.Security.Cryptography;
using System.Text;
using SfPerf.Fabric.Actors;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>Identifies an actor within an actor service by a number, a GUID or a text.</summary>
/// <remarks>
/// <para>An id cannot be changed after it is made, so any number of threads may use it at once. Ids of different kinds
/// are never equal: the number 5 and the text "5" name two actors.</para>
/// <para>Two ids of text are equal when they differ only in case, as in Service Fabric, although their hash codes and
/// their partition keys differ, and they name two actors with states of their own. A program should therefore write the
/// ids of one actor always in the same case.</para>
/// </remarks>
[DataContract(Name = "ActorId")]
public sealed class ActorId : IComparable<ActorId>, IEquatable<ActorId>
{
    [DataMember(Name = "Kind", Order = 1, IsRequired = true)]
    private readonly ActorIdKind _kind;

    [DataMember(Name = "LongId", Order = 2, EmitDefaultValue = false)]
    private readonly long _long;

    [DataMember(Name = "GuidId", Order = 3, EmitDefaultValue = false)]
    private readonly Guid _guid;

    [DataMember(Name = "StringId", Order = 4, EmitDefaultValue = false)]
    private readonly string _string;

    private string _storageKey;

    /// <summary>Initializes a new id of kind <see cref="ActorIdKind.Long"/>.</summary>
    /// <param name="id">The number; any value is valid. It is also the partition key.</param>
    public ActorId(long id) => _long = id;

    /// <summary>Initializes a new id of kind <see cref="ActorIdKind.Guid"/>.</summary>
    /// <param name="id">The GUID; any value is valid.</param>
    public ActorId(Guid id) => (_kind, _guid) = (ActorIdKind.Guid, id);

    /// <summary>Initializes a new id of kind <see cref="ActorIdKind.String"/>.</summary>
    /// <param name="id">The text; it may be empty. Its case is kept.</param>
    /// <exception cref="ArgumentNullException">The text is null.</exception>
    public ActorId(string id)
    {
        ArgumentNullException.ThrowIfNull(id);
        (_kind, _string) = (ActorIdKind.String, id);
    }

    /// <summary>Gets the kind of the id. It decides which of the three <c>Get...Id</c> methods may be called.</summary>
    public ActorIdKind Kind => _kind;

    /// <summary>
    /// Determines whether two ids are equal, as <see cref="Equals(ActorId)"/> does. Two nulls are equal.
    /// </summary>
    /// <param name="x">The first id, or null.</param>
    /// <param name="y">The second id, or null.</param>
    /// <returns>True if both are null, or both are equal ids.</returns>
    public static bool operator ==(ActorId x, ActorId y) => x is null ? y is null : x.Equals(y);

    /// <summary>Determines whether two ids differ.</summary>
    /// <param name="x">The first id, or null.</param>
    /// <param name="y">The second id, or null.</param>
    /// <returns>True unless both are null or both are equal ids.</returns>
    public static bool operator !=(ActorId x, ActorId y) => !(x == y);

    /// <summary>
    /// Creates an id of kind <see cref="ActorIdKind.Long"/> from the random number generator of the system.
    /// </summary>
    /// <returns>An id whose number may be any of the 2^64 values, so that such ids spread evenly over the
    /// partitions.</returns>
    public static ActorId CreateRandom()
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        RandomNumberGenerator.Fill(bytes);
        return new(BitConverter.ToInt64(bytes));
    }

    /// <summary>Gets the number of an id of kind <see cref="ActorIdKind.Long"/>.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidOperationException">The id is of another kind.</exception>
    public long GetLongId() => _kind == ActorIdKind.Long ? _long : throw WrongKind(ActorIdKind.Long);

    /// <summary>Gets the GUID of an id of kind <see cref="ActorIdKind.Guid"/>.</summary>
    /// <returns>The GUID.</returns>
    /// <exception cref="InvalidOperationException">The id is of another kind.</exception>
    public Guid GetGuidId() => _kind == ActorIdKind.Guid ? _guid : throw WrongKind(ActorIdKind.Guid);

    /// <summary>Gets the text of an id of kind <see cref="ActorIdKind.String"/>.</summary>
    /// <returns>The text, in the case in which it was given; never null.</returns>
    /// <exception cref="InvalidOperationException">The id is of another kind.</exception>
    public string GetStringId() => _kind == ActorIdKind.String ? _string : throw WrongKind(ActorIdKind.String);

    /// <summary>Gets the key that decides which partition of the service holds the actor.</summary>
    /// <returns>The number itself, or a CRC-64 of the bytes of the GUID or of the text in UTF-8.</returns>
    /// <remarks>
    /// The keys are those of Service Fabric, so that an actor lies in the same partition there. Small numbers all lie
    /// in one partition of a service whose partitions divide the whole range of 64 bits.
    /// </remarks>
    public long GetPartitionKey()
    {
        switch (_kind)
        {
            case ActorIdKind.Long:
                return _long;
            case ActorIdKind.Guid:
                Span<byte> bytes = stackalloc byte[16];
                _guid.TryWriteBytes(bytes);
                return unchecked((long)Crc64.Of(bytes));
            default:
                return unchecked((long)Crc64.Of(Encoding.UTF8.GetBytes(_string)));
        }
    }

    /// <summary>
    /// Determines whether another id is of the same kind and has the same value. The case of text is ignored.
    /// </summary>
    /// <param name="other">The other id, or null.</param>
    /// <returns>True if the ids are equal; false for null.</returns>
    public bool Equals(ActorId other)
    {
        if (ReferenceEquals(this, other))
            return true;
        return other is not null && _kind == other._kind && _long == other._long && _guid == other._guid
            && string.Equals(_string, other._string, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Determines whether an object is an id that is equal to this one.</summary>
    /// <param name="obj">The object, or null.</param>
    /// <returns>True if the object is an equal id.</returns>
    public override bool Equals(object obj) => Equals(obj as ActorId);

    /// <summary>Gets a hash code of the value. That of text depends on its case, although equality does not.</summary>
    /// <returns>The hash code. That of text differs from process to process.</returns>
    public override int GetHashCode() => _kind switch
    {
        ActorIdKind.Long => _long.GetHashCode(),
        ActorIdKind.Guid => _guid.GetHashCode(),
        _ => _string.GetHashCode(StringComparison.Ordinal),
    };

    /// <summary>
    /// Compares two ids. Those of one kind are ordered by their values, text without regard to case; those of different
    /// kinds are ordered by the names of their kinds.
    /// </summary>
    /// <param name="other">The other id. Null comes before every id.</param>
    /// <returns>Less than zero, zero or more than zero, as this id comes before, at or after the other one.</returns>
    public int CompareTo(ActorId other)
    {
        if (other is null)
            return 1;
        if (_kind != other._kind)
            return string.CompareOrdinal(_kind.ToString(), other._kind.ToString());
        return _kind switch
        {
            ActorIdKind.Long => _long.CompareTo(other._long),
            ActorIdKind.Guid => _guid.CompareTo(other._guid),
            _ => string.Compare(_string, other._string, StringComparison.OrdinalIgnoreCase),
        };
    }

    /// <summary>
    /// Gets the value as text: the number in the invariant culture, the GUID with hyphens, or the text itself.
    /// </summary>
    /// <returns>The text, which does not tell the kind.</returns>
    public override string ToString() => _kind switch
    {
        ActorIdKind.Long => _long.ToString(CultureInfo.InvariantCulture),
        ActorIdKind.Guid => _guid.ToString(),
        _ => _string,
    };

    /// <summary>Gets kind and value as text, as Long_-5: what pages of query results are ordered by.</summary>
    internal string GetStorageKey() => _storageKey ??= $"{_kind}_{ToString()}";

    /// <summary>Reads what <see cref="GetStorageKey"/> wrote.</summary>
    internal static bool TryParseStorageKey(string key, out ActorId id)
    {
        id = null;
        var end = key?.IndexOf('_', StringComparison.Ordinal) ?? -1;
        if (end < 0)
            return false;
        var value = key[(end + 1)..];
        id = key[..end] switch
        {
            nameof(ActorIdKind.Long) when long.TryParse(
                value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) => new(number),
            nameof(ActorIdKind.Guid) when Guid.TryParseExact(value, "D", out var guid) => new(guid),
            nameof(ActorIdKind.String) => new(value),
            _ => null,
        };
        return id is not null;
    }

    // What another process sent may be of no kind, or a text without its text.
    [OnDeserialized]
    private void Check(StreamingContext context)
    {
        if (!Enum.IsDefined(_kind) || (_kind == ActorIdKind.String && _string is null))
            throw new SerializationException($"An actor id of kind {(int)_kind} is incomplete or unknown.");
    }

    private InvalidOperationException WrongKind(ActorIdKind wanted) =>
        new($"The actor id '{this}' is of kind {_kind}, not {wanted}.");
}
