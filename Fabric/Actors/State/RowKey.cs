using System;
using System.Buffers.Binary;
using System.IO;
using System.Text;
using Microsoft.ServiceFabric.Actors;
using SfPerf.Fabric.Data;

namespace SfPerf.Fabric.Actors.State;

/// <summary>
/// The key of a row: an actor's id and, where a row belongs to one of an actor's states or reminders, its name. Keys
/// are ordered by their bytes: by kind, then numbers by value, GUIDs and text byte by byte.
/// </summary>
/// <remarks>
/// No id is the beginning of another one, so the rows of an actor are exactly those whose keys begin with its id.
/// docs/formats/actor-state.md describes the bytes.
/// </remarks>
internal readonly struct RowKey : IEquatable<RowKey>, IComparable<RowKey>
{
    private const byte Nul = 0;
    private const byte EscapedNul = 0xFF; // after a NUL of the text
    private const byte EndOfText = 1;     // after the NUL that ends the text: below EscapedNul, for the order
    private const int GuidBytes = 16;

    private static readonly UTF8Encoding Utf8 = new(false, throwOnInvalidBytes: true);

    private readonly byte[]? _bytes;
    private readonly int _hash;

    private RowKey(byte[] bytes)
    {
        _bytes = bytes;
        var hash = default(HashCode);
        hash.AddBytes(bytes);
        _hash = hash.ToHashCode();
    }

    internal ReadOnlySpan<byte> Bytes => _bytes;

    public override int GetHashCode() => _hash;

    public override bool Equals(object? obj) => obj is RowKey other && Equals(other);

    public override string ToString() => Convert.ToHexString(Bytes);

    public bool Equals(RowKey other) => _hash == other._hash
        && (ReferenceEquals(_bytes, other._bytes) || Bytes.SequenceEqual(other.Bytes));

    public int CompareTo(RowKey other) => Bytes.SequenceCompareTo(other.Bytes);

    /// <summary>Makes the key of an actor.</summary>
    /// <exception cref="ArgumentException">The text is not valid Unicode.</exception>
    internal static RowKey Of(ActorId id)
    {
        switch (id.Kind)
        {
            case ActorIdKind.Long:
                var number = new byte[1 + sizeof(long)];
                number[0] = (byte)ActorIdKind.Long;
                BinaryPrimitives.WriteInt64BigEndian(number.AsSpan(1), id.GetLongId() ^ long.MinValue);
                return new(number);
            case ActorIdKind.Guid:
                var guid = new byte[1 + GuidBytes];
                guid[0] = (byte)ActorIdKind.Guid;
                id.GetGuidId().TryWriteBytes(guid.AsSpan(1), bigEndian: true, out _);
                return new(guid);
            default:
                return OfText(Utf8.GetBytes(id.GetStringId()));
        }
    }

    /// <summary>Takes the bytes of a key as they were stored.</summary>
    internal static RowKey OfBytes(ReadOnlySpan<byte> bytes) => new(bytes.ToArray());

    /// <summary>Makes the key of a state or reminder of the actor whose key this is.</summary>
    /// <exception cref="ArgumentException">The name is not valid Unicode.</exception>
    internal RowKey With(string name)
    {
        var bytes = new byte[_bytes!.Length + Utf8.GetByteCount(name)];
        _bytes.CopyTo(bytes, 0);
        Utf8.GetBytes(name, bytes.AsSpan(_bytes.Length));
        return new(bytes);
    }

    internal bool StartsWith(RowKey actor) => Bytes.StartsWith(actor.Bytes);

    /// <summary>Gets the name after the actor's id.</summary>
    internal string NameAfter(RowKey actor) => Utf8.GetString(Bytes[actor.Bytes.Length..]);

    /// <summary>Splits a key into the key of the actor, its id, and the name after it, which may be empty.</summary>
    /// <exception cref="InvalidDataException">The bytes are no key.</exception>
    internal (RowKey Actor, ActorId Id, string Name) Split()
    {
        var length = ActorLength(Bytes);
        var id = Bytes[..length];
        var actor = (ActorIdKind)id[0] switch
        {
            ActorIdKind.Long => new ActorId(BinaryPrimitives.ReadInt64BigEndian(id[1..]) ^ long.MinValue),
            ActorIdKind.Guid => new ActorId(new Guid(id[1..], bigEndian: true)),
            _ => new ActorId(Utf8.GetString(Unescaped(id[1..^2]))),
        };
        return (OfBytes(id), actor, Utf8.GetString(Bytes[length..]));
    }

    private static RowKey OfText(ReadOnlySpan<byte> text)
    {
        var bytes = new byte[1 + text.Length + text.Count(Nul) + 2];
        bytes[0] = (byte)ActorIdKind.String;
        var length = 1;
        foreach (var value in text)
        {
            bytes[length++] = value;
            if (value == Nul)
                bytes[length++] = EscapedNul;
        }

        bytes[length + 1] = EndOfText;
        return new(bytes);
    }

    private static int ActorLength(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > sizeof(long) && bytes[0] == (byte)ActorIdKind.Long)
            return 1 + sizeof(long);
        if (bytes.Length > GuidBytes && bytes[0] == (byte)ActorIdKind.Guid)
            return 1 + GuidBytes;
        if (bytes.Length > 0 && bytes[0] == (byte)ActorIdKind.String)
        {
            var end = bytes.IndexOf([Nul, EndOfText]);
            if (end > 0)
                return end + 2;
        }

        throw new InvalidDataException($"{Convert.ToHexString(bytes)} is not the key of an actor's row.");
    }

    private static byte[] Unescaped(ReadOnlySpan<byte> bytes)
    {
        var text = new byte[bytes.Length - bytes.Count(Nul)];
        for (int i = 0, length = 0; i < bytes.Length; i++)
        {
            text[length++] = bytes[i];
            if (bytes[i] == Nul)
                i++;
        }

        return text;
    }

    /// <summary>Stores keys as their bytes.</summary>
    internal sealed class Serializer : IBytesSerializer<RowKey>
    {
        public int GetByteCount(RowKey value) => value.Bytes.Length;

        public void Write(RowKey value, Span<byte> target) => value.Bytes.CopyTo(target);

        public RowKey Read(ReadOnlySpan<byte> bytes) => OfBytes(bytes);

        public void Write(RowKey value, BinaryWriter binaryWriter) => binaryWriter.Write(value.Bytes);

        public void Write(RowKey baseValue, RowKey targetValue, BinaryWriter binaryWriter) =>
            Write(targetValue, binaryWriter);

        public RowKey Read(BinaryReader binaryReader)
        {
            var rest = binaryReader.BaseStream.Length - binaryReader.BaseStream.Position;
            return OfBytes(binaryReader.ReadBytes(checked((int)rest)));
        }

        public RowKey Read(RowKey baseValue, BinaryReader binaryReader) => Read(binaryReader);
    }
}
