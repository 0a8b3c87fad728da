#nullable disable

using System;
using System.Globalization;
using System.Runtime.Serialization;
using System.Security.Cryptography;
using System.Text;
using SfPerf.Fabric.Actors;

namespace Microsoft.ServiceFabric.Actors;

/// <summary>Identifies an actor within an actor service.</summary>
/// <remarks>
/// Two ids of text are equal when they differ only in case, as in Service Fabric, although their hash codes, their
/// partition keys and what is stored for them differ.
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

    public ActorId(long id) => _long = id;

    public ActorId(Guid id) => (_kind, _guid) = (ActorIdKind.Guid, id);

    public ActorId(string id)
    {
        ArgumentNullException.ThrowIfNull(id);
        (_kind, _string) = (ActorIdKind.String, id);
    }

    public ActorIdKind Kind => _kind;

    public static bool operator ==(ActorId x, ActorId y) => x is null ? y is null : x.Equals(y);

    public static bool operator !=(ActorId x, ActorId y) => !(x == y);

    /// <summary>Gets an id of kind Long that is taken from the system's source of randomness.</summary>
    public static ActorId CreateRandom()
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        RandomNumberGenerator.Fill(bytes);
        return new(BitConverter.ToInt64(bytes));
    }

    /// <exception cref="InvalidOperationException">The id is not of this kind.</exception>
    public long GetLongId() => _kind == ActorIdKind.Long ? _long : throw WrongKind(ActorIdKind.Long);

    /// <exception cref="InvalidOperationException">The id is not of this kind.</exception>
    public Guid GetGuidId() => _kind == ActorIdKind.Guid ? _guid : throw WrongKind(ActorIdKind.Guid);

    /// <exception cref="InvalidOperationException">The id is not of this kind.</exception>
    public string GetStringId() => _kind == ActorIdKind.String ? _string : throw WrongKind(ActorIdKind.String);

    /// <summary>
    /// Gets the key that chooses the partition: the number itself, or a CRC-64 of the GUID's bytes or of the text in
    /// UTF-8.
    /// </summary>
    /// <remarks>Small numbers therefore lie in one partition of a service that is spread over all 64 bits.</remarks>
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

    public bool Equals(ActorId other)
    {
        if (ReferenceEquals(this, other))
            return true;
        return other is not null && _kind == other._kind && _long == other._long && _guid == other._guid
            && string.Equals(_string, other._string, StringComparison.OrdinalIgnoreCase);
    }

    public override bool Equals(object obj) => Equals(obj as ActorId);

    public override int GetHashCode() => _kind switch
    {
        ActorIdKind.Long => _long.GetHashCode(),
        ActorIdKind.Guid => _guid.GetHashCode(),
        _ => _string.GetHashCode(StringComparison.Ordinal),
    };

    /// <summary>
    /// Orders ids of one kind by their value, text without regard to case, and ids of different kinds by the names of
    /// their kinds.
    /// </summary>
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
