using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Microsoft.ServiceFabric.Actors;
using SfPerf.Fabric.Actors.State;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.State;

public sealed class RowKeyTests
{
    private static readonly ActorId[] Ids =
    [
        new(long.MinValue), new(-1), new(0), new(1), new(12), new(long.MaxValue), new(Guid.Empty),
        new(Guid.Parse("00112233-4455-6677-8899-aabbccddeeff")), new(""), new("\0"), new("\0\u0001"), new("A"),
        new("a"), new("a\0"), new("a\0b"), new("a\u0001"), new("a_b"), new("ab"), new("ä"), new("😀"),
    ];

    // What docs/formats/actor-state.md says.
    [Theory]
    [InlineData("Long_1", "data", "00 8000000000000001 64617461")]
    [InlineData("Long_-1", "", "00 7FFFFFFFFFFFFFFF")]
    [InlineData("Guid_00112233-4455-6677-8899-aabbccddeeff", "s", "01 00112233445566778899AABBCCDDEEFF 73")]
    [InlineData("String_ab", "ä", "02 61620001 C3A4")]
    [InlineData("String_a\0", "", "02 6100FF0001")]
    public void A_key_has_the_documented_bytes(string storageKey, string name, string bytes)
    {
        Assert.True(ActorId.TryParseStorageKey(storageKey, out var id));
        Assert.Equal(bytes.Replace(" ", ""), RowKey.Of(id).With(name).ToString());
    }

    [Fact]
    [Trait("ActorCase", "34")]
    public void A_key_gives_back_its_actor_and_its_name()
    {
        string[] names = ["", " ", "data", "a_b", "\0", new('n', 300), "ä😀"];
        foreach (var id in Ids)
        {
            foreach (var name in names)
            {
                var (actor, found, foundName) = RowKey.Of(id).With(name).Split();
                Assert.Equal((id.GetStorageKey(), name), (found.GetStorageKey(), foundName));
                Assert.Equal(RowKey.Of(id), actor);
                Assert.Equal(name, RowKey.Of(id).With(name).NameAfter(actor));
            }
        }
    }

    [Fact]
    [Trait("ActorCase", "52")]
    public void No_actor_has_a_key_that_begins_with_another_ones()
    {
        foreach (var one in Ids)
        {
            Assert.Equal([one], Ids.Where(other => RowKey.Of(other).With("x").StartsWith(RowKey.Of(one))));
        }
    }

    [Fact]
    [Trait("ActorCase", "66")]
    public void Keys_are_ordered_by_kind_and_then_by_value()
    {
        var ordered = Ids.OrderBy(RowKey.Of).ToArray();

        Assert.Equal([.. Enum.GetValues<ActorIdKind>()], ordered.Select(i => i.Kind).Distinct());
        Assert.Equal([long.MinValue, -1, 0, 1, 12, long.MaxValue],
            ordered.Where(i => i.Kind == ActorIdKind.Long).Select(i => i.GetLongId()));
        var texts = ordered.Where(i => i.Kind == ActorIdKind.String).Select(i => i.GetStringId()).ToArray();
        Assert.Equal(texts.OrderBy(t => Convert.ToHexString(Encoding.UTF8.GetBytes(t)), StringComparer.Ordinal), texts);
    }

    [Fact]
    public void Both_forms_of_the_serializer_write_and_read_the_same_bytes()
    {
        var serializer = new RowKey.Serializer();
        var key = RowKey.Of(new("actor")).With("state");
        var bytes = new byte[serializer.GetByteCount(key)];
        serializer.Write(key, bytes);
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        serializer.Write(key, writer);
        writer.Flush();
        stream.Position = 0;
        using var reader = new BinaryReader(stream);

        Assert.Equal(bytes, stream.ToArray());
        Assert.Equal(key, serializer.Read(bytes));
        Assert.Equal(key, serializer.Read(reader));
        Assert.Equal(key.GetHashCode(), serializer.Read(bytes).GetHashCode());
    }

    [Theory]
    [InlineData("")]
    [InlineData("00")]
    [InlineData("0000000000")]
    [InlineData("0100")]
    [InlineData("026161")]
    [InlineData("03")]
    public void Bytes_that_are_no_key_are_refused(string bytes) =>
        Assert.Throws<InvalidDataException>(() => RowKey.OfBytes(Convert.FromHexString(bytes)).Split());

    [Fact]
    public void Equal_keys_are_found_by_their_hash()
    {
        var keys = new HashSet<RowKey>(Ids.Select(RowKey.Of));

        Assert.Equal(Ids.Length, keys.Count);
        Assert.All(Ids, i => Assert.Contains(RowKey.Of(i), keys));
    }
}
