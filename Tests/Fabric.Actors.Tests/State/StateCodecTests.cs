using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Serialization;
using System.Xml;
using SfPerf.Fabric.Actors.State;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.State;

public sealed class StateCodecTests
{
    public enum Colour
    {
        Red = 1,
        Blue = 2,
    }

    // What docs/formats/actor-state.md says.
    [Fact]
    public void A_state_has_the_documented_bytes()
    {
        Assert.Equal("00", Hex<string?>(null));
        Assert.Equal("00", Hex<byte[]?>(null));
        Assert.Equal("0301", Hex(true));
        Assert.Equal("044100", Hex('A'));
        Assert.Equal("05FF", Hex<sbyte>(-1));
        Assert.Equal("06FF", Hex<byte>(255));
        Assert.Equal("07FEFF", Hex<short>(-2));
        Assert.Equal("080200", Hex<ushort>(2));
        Assert.Equal("09FEFFFFFF", Hex(-2));
        Assert.Equal("0A02000000", Hex(2u));
        Assert.Equal("0BFEFFFFFFFFFFFFFF", Hex(-2L));
        Assert.Equal("0C0200000000000000", Hex(2ul));
        Assert.Equal("0D0000803F", Hex(1f));
        Assert.Equal("0E000000000000F03F", Hex(1d));
        Assert.Equal("0F00000000000000000100000000000000", Hex(1m));
        Assert.Equal("100100000000000040", Hex(new DateTime(1, DateTimeKind.Utc)));
        Assert.Equal("12C3A4", Hex("ä"));
        Assert.Equal("1300D8", Hex("\ud800"));
        Assert.Equal("2033221100554477668899AABBCCDDEEFF", Hex(Guid.Parse("00112233-4455-6677-8899-aabbccddeeff")));
        Assert.Equal("210200000000000000", Hex(TimeSpan.FromTicks(2)));
        Assert.Equal("220102", Hex(new byte[] { 1, 2 }));
        Assert.StartsWith("40", Hex(new List<int> { 1 }), StringComparison.Ordinal);
    }

    // The serializer reads by recursion, on whatever thread the actor is activated: an overflow would end the process,
    // and each one after it that activates the actor.
    [Fact]
    public void A_state_that_nests_too_deeply_is_refused_and_the_deepest_allowed_one_comes_back()
    {
        Assert.Throws<SerializationException>(() => StateCodec<Link>.Instance.Write(Link.Of(600)));
        var deepest = StateCodec<Link>.Instance.Read(StateCodec<Link>.Instance.Write(Link.Of(500)));
        var length = 0;
        for (var link = deepest; link is not null; link = link.Next)
            length++;
        Assert.Equal(500, length);
        var wide = new Link { Text = new string('x', 1 << 20) };
        Assert.Equal(1 << 20, StateCodec<Link>.Instance.Read(StateCodec<Link>.Instance.Write(wide)).Text!.Length);
    }

    [Fact]
    public void A_stored_state_that_nests_too_deeply_ends_a_read_and_not_the_process()
    {
        using var stream = new MemoryStream();
        stream.WriteByte((byte)StateTag.DataContract);
        using (var xml = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
        {
            for (var depth = 0; depth < 100_000; depth++)
                xml.WriteStartElement(depth == 0 ? nameof(Link) : nameof(Link.Next), Link.Namespace);
            xml.WriteEndDocument();
        }
        Assert.Throws<SerializationException>(() => StateCodec<Link>.Instance.Read(stream.ToArray()));
    }

    [Fact]
    [Trait("ActorCase", "36")]
    public void A_value_of_any_type_comes_back()
    {
        RoundTrip(true, false);
        RoundTrip('\0', '\ud800');
        RoundTrip(sbyte.MinValue, sbyte.MaxValue);
        RoundTrip(byte.MinValue, byte.MaxValue);
        RoundTrip(short.MinValue, short.MaxValue);
        RoundTrip(ushort.MinValue, ushort.MaxValue);
        RoundTrip(int.MinValue, int.MaxValue);
        RoundTrip(uint.MinValue, uint.MaxValue);
        RoundTrip(long.MinValue, long.MaxValue);
        RoundTrip(ulong.MinValue, ulong.MaxValue);
        RoundTrip(float.NaN, -0f, float.Epsilon);
        RoundTrip(double.NaN, -0d, double.MaxValue);
        RoundTrip(1.00m, decimal.MinValue);
        RoundTrip(new DateTime(5, DateTimeKind.Utc), new DateTime(5, DateTimeKind.Unspecified), DateTime.MaxValue);
        RoundTrip<string?>(null, "", "a\0b", "\ud800 alone", "grüße, мир");
        RoundTrip(Guid.Empty, Guid.NewGuid());
        RoundTrip(TimeSpan.MinValue, TimeSpan.Zero);
        RoundTrip<byte[]?>(null, [], [0, 255]);
        RoundTrip<int?>(null, 0, 5);
        RoundTrip(Colour.Red, Colour.Blue);
        RoundTrip(default(Point), new Point { X = 1, Name = "p" });
        RoundTrip<List<string>?>(null, [], ["a", "b"]);
        RoundTrip<object?>(null, "text", 5);
        RoundTrip(new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)));
        Assert.Equal(DateTimeKind.Utc, Back(new DateTime(5, DateTimeKind.Utc)).Kind);
    }

    [Fact]
    [Trait("ActorCase", "28")]
    public void Bytes_of_another_type_are_refused_for_what_they_are()
    {
        var stored = StateCodec<string>.Instance.Write("text");

        Assert.Throws<SerializationException>(() => StateCodec<long>.Instance.Read(stored));
        Assert.Throws<SerializationException>(() => StateCodec<byte[]>.Instance.Read(stored));
        Assert.Throws<SerializationException>(() => StateCodec<DateTime>.Instance.Read(stored));
        Assert.Throws<SerializationException>(() => StateCodec<List<string>>.Instance.Read(stored));
        Assert.Throws<SerializationException>(() => StateCodec<int>.Instance.Read(StateCodec<long>.Instance.Write(1)));
        Assert.Throws<SerializationException>(
            () => StateCodec<Point>.Instance.Read(StateCodec<List<string>>.Instance.Write(["a"])));
    }

    [Fact]
    public void A_value_whose_type_is_known_at_run_time_only_has_the_same_bytes()
    {
        Assert.Equal(StateCodec<long>.Instance.Write(5), StateCodecs.Write(typeof(long), 5L));
        Assert.Equal(StateCodec<string>.Instance.Write("x"), StateCodecs.Write(typeof(string), "x"));
        Assert.Equal(StateCodec<Point>.Instance.Write(default), StateCodecs.Write(typeof(Point), default(Point)));
        Assert.Equal([0], StateCodecs.Write(typeof(byte[]), null));
    }

    private static string Hex<T>(T value) => Convert.ToHexString(StateCodec<T>.Instance.Write(value));

    private static T Back<T>(T value) => StateCodec<T>.Instance.Read(StateCodec<T>.Instance.Write(value));

    private static void RoundTrip<T>(params T[] values) => Assert.Equal(values, values.Select(Back));

    [DataContract]
    public struct Point
    {
        [DataMember]
        public int X { get; set; }

        [DataMember]
        public string? Name { get; set; }
    }

    [DataContract(Namespace = Namespace)]
    public sealed class Link
    {
        internal const string Namespace = "urn:test";

        [DataMember]
        public Link? Next { get; set; }

        [DataMember]
        public string? Text { get; set; }

        internal static Link Of(int length)
        {
            var first = new Link();
            for (var i = 1; i < length; i++)
                first = new() { Next = first };
            return first;
        }
    }
}
