using System;
using System.IO;
using System.Linq;
using System.Runtime.Serialization;
using System.Text;
using Microsoft.ServiceFabric.Actors;
using SfPerf.Platform;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Abstractions;

public sealed class ActorIdTests
{
    private static readonly DataContractSerializer Serializer = new(typeof(ActorId));

    // The first is the published check value of CRC-64/WE.
    [Theory]
    [Trait("ActorCase", "1")]
    [InlineData("123456789", 0x62EC59E3F1A4F00AUL, 7128171145767219210L)]
    [InlineData("", 0UL, 0L)]
    [InlineData("a", 0xCE73F427ACC0A99AUL, -3570241628335461990L)]
    [InlineData("actor1", 0x73FA78DF5A883381UL, 8357124959231292289L)]
    [InlineData("Actor1", 0xCA7B9A3930D7E0A9UL, -3856319085489430359L)]
    [InlineData("user-42", 0xB1E6DE72098CF984UL, -5627566102984984188L)]
    [InlineData("ä", 0xC9DE31018B2910B9UL, -3900626344556818247L)]
    public void The_partition_key_of_text_is_the_CRC_64_of_its_UTF_8(string text, ulong crc, long key)
    {
        Assert.Equal(crc, Crc64.Of(Encoding.UTF8.GetBytes(text)));
        Assert.Equal(key, new ActorId(text).GetPartitionKey());
    }

    [Theory]
    [Trait("ActorCase", "1")]
    [InlineData("00000000-0000-0000-0000-000000000000", -4124075839077972585L)]
    [InlineData("00112233-4455-6677-8899-aabbccddeeff", 6803726265014927055L)]
    public void The_partition_key_of_a_GUID_is_the_CRC_64_of_its_bytes(string guid, long key) =>
        Assert.Equal(key, new ActorId(Guid.Parse(guid)).GetPartitionKey());

    [Theory]
    [Trait("ActorCase", "1")]
    [InlineData(long.MinValue)]
    [InlineData(-1)]
    [InlineData(0)]
    [InlineData(long.MaxValue)]
    public void The_partition_key_of_a_number_is_the_number(long number) =>
        Assert.Equal(number, new ActorId(number).GetPartitionKey());

    [Fact]
    [Trait("ActorCase", "2")]
    public void Texts_that_differ_in_case_are_equal_but_hash_and_lie_apart()
    {
        var (upper, lower) = (new ActorId("Actor1"), new ActorId("actor1"));

        Assert.True(upper.Equals(lower));
        Assert.True(upper == lower);
        Assert.Equal(0, upper.CompareTo(lower));
        Assert.NotEqual(upper.GetHashCode(), lower.GetHashCode());
        Assert.NotEqual(upper.GetPartitionKey(), lower.GetPartitionKey());
        Assert.NotEqual(upper.GetStorageKey(), lower.GetStorageKey());
    }

    [Fact]
    [Trait("ActorCase", "2")]
    public void Ids_of_different_kinds_are_never_equal_and_are_ordered_by_kind()
    {
        var guid = Guid.Parse("00000000-0000-0000-0000-000000000005");
        ActorId[] ordered = [new(guid), new(-5L), new(5L), new("5"), new(guid.ToString())];

        Assert.False(new ActorId(5L).Equals(new ActorId("5")));
        Assert.True(new ActorId(5L) != new ActorId("5"));
        Assert.False(new ActorId(guid).Equals(new ActorId(guid.ToString())));
        Assert.False(new ActorId(5L).Equals(null));
        Assert.Equal(1, new ActorId(5L).CompareTo(null));
        Assert.Equal(
            ["Guid", "Long", "Long", "String", "String"], ordered.Reverse().Order().Select(i => i.Kind.ToString()));
        Assert.True(new ActorId(-5L).CompareTo(new ActorId(5L)) < 0);
    }

    [Fact]
    [Trait("ActorCase", "3")]
    public void The_value_is_got_as_its_own_kind_only()
    {
        var guid = Guid.NewGuid();

        Assert.Equal(7, new ActorId(7).GetLongId());
        Assert.Equal(guid, new ActorId(guid).GetGuidId());
        Assert.Equal("x", new ActorId("x").GetStringId());
        Assert.Throws<InvalidOperationException>(() => new ActorId("7").GetLongId());
        Assert.Throws<InvalidOperationException>(() => new ActorId(7).GetGuidId());
        Assert.Throws<InvalidOperationException>(() => new ActorId(guid).GetStringId());
        Assert.Throws<ArgumentNullException>("id", () => new ActorId(null!));
    }

    public static TheoryData<string, string> Serialized() => new()
    {
        { "Long_0", "Kind=Long" },
        { "Long_-5", "Kind=Long LongId=-5" },
        { "Guid_00112233-4455-6677-8899-aabbccddeeff", "Kind=Guid GuidId=00112233-4455-6677-8899-aabbccddeeff" },
        { "Guid_00000000-0000-0000-0000-000000000000", "Kind=Guid" },
        { "String_", "Kind=String StringId=" },
        { "String_a_b", "Kind=String StringId=a_b" },
    };

    [Theory]
    [Trait("ActorCase", "3")]
    [MemberData(nameof(Serialized))]
    public void An_id_comes_back_from_its_data_contract(string storageKey, string members)
    {
        Assert.True(ActorId.TryParseStorageKey(storageKey, out var id));
        using var stream = new MemoryStream();
        Serializer.WriteObject(stream, id);
        stream.Position = 0;
        var xml = BoundedXml.Parse(stream.ToArray());

        var back = Assert.IsType<ActorId>(Serializer.ReadObject(stream));

        Assert.Equal(storageKey, back.GetStorageKey());
        Assert.Equal(id, back);
        Assert.Equal(members, string.Join(' ', xml.Root!.Elements().Select(e => $"{e.Name.LocalName}={e.Value}")));
    }

    [Theory]
    [InlineData("<Kind>String</Kind>")]
    [InlineData("<Kind>7</Kind>")]
    public void An_incomplete_id_is_refused(string members)
    {
        var xml = $"<ActorId xmlns=\"http://schemas.datacontract.org/2004/07/Microsoft.ServiceFabric.Actors\">{members}"
            + "</ActorId>";
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(xml));

        Assert.ThrowsAny<SerializationException>(() => Serializer.ReadObject(stream));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("Long")]
    [InlineData("Long_")]
    [InlineData("Long_1.5")]
    [InlineData("Long_9223372036854775808")]
    [InlineData("Guid_5")]
    [InlineData("long_5")]
    public void A_text_that_is_no_storage_key_is_refused(string? text) =>
        Assert.False(ActorId.TryParseStorageKey(text, out _));

    [Fact]
    public void Random_ids_are_numbers_that_differ()
    {
        var ids = Enumerable.Range(0, 1000).Select(_ => ActorId.CreateRandom()).ToArray();

        Assert.All(ids, i => Assert.Equal(ActorIdKind.Long, i.Kind));
        Assert.Equal(ids.Length, ids.Distinct().Count());
    }
}
