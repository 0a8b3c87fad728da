using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Wire;
using Xunit;

namespace SfPerf.Scenarios.Tests.Ipc;

public sealed class WireTests
{
    public static TheoryData<string, int> Bodies() => new(
        Enum.GetNames<Serializer>().SelectMany(s => new[] { 1, 1024, 102_400 }.Select(n => (s, n))));

    [Theory]
    [MemberData(nameof(Bodies))]
    public void The_reply_says_how_many_bytes_came_and_which(string serializer, int size)
    {
        var kind = Enum.Parse<Serializer>(serializer);
        var (client, server) = (Codec.Of(kind), Codec.Of(kind));
        var content = new Content(size, seed: 1);
        for (var call = 0; call < 300; call += 43)
        {
            content.Next();
            var reply = client.DecodeReply(server.Answer(client.EncodeRequest(content.Bytes)));
            Assert.Equal(new Reply(size, Crc32C.Compute(content.Bytes)), reply);
            Assert.Equal(content.Expected, reply);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(511)]
    [InlineData(1023)]
    public void A_changed_byte_is_not_taken_for_the_request(int at)
    {
        var content = new Content(1024, seed: 1);
        content.Next();
        var damaged = content.Bytes.ToArray();
        damaged[at] ^= 0x10;
        Assert.NotEqual(content.Expected, Reply.To(damaged));
    }

    [Fact]
    public void The_reply_to_the_call_before_is_none_to_this()
    {
        var content = new Content(1, seed: 1);
        content.Next();
        var before = content.Expected;
        content.Next();
        Assert.NotEqual(before, content.Expected);
    }

    // The published contract, in its own namespace, takes 111, 1137, 10353 and 102515 bytes.
    [Theory]
    [InlineData(1)]
    [InlineData(1024)]
    [InlineData(10_240)]
    [InlineData(102_400)]
    public void Binary_XML_adds_names_of_a_contract_once_whatever_the_size(int size)
    {
        var added = Codec.Of(Serializer.DataContractBinary).EncodeRequest(new byte[size]).Count - size;
        Assert.InRange(added, 80, 160);
    }

    [Theory]
    [InlineData("TwoWrites", new[] { 4, 3 })]
    [InlineData("OneWrite", new[] { 7 })]
    public void A_message_leaves_in_as_many_writes_as_its_framing_says(string framing, int[] writes)
    {
        var stream = new CountingStream([]);
        new FramedStream(stream, Enum.Parse<Framing>(framing)).Write(new byte[] { 1, 2, 3 });
        Assert.Equal(writes, stream.Writes);
        Assert.Equal([3, 0, 0, 0, 1, 2, 3], stream.Written);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(100)]
    public void Messages_are_read_whole_however_they_arrive(int step)
    {
        var framed = new FramedStream(
            new CountingStream([2, 0, 0, 0, 8, 9, 0, 0, 0, 0, 1, 0, 0, 0, 7], step), Framing.TwoWrites);
        Assert.Equal([8, 9], framed.Read()!.Value.ToArray());
        Assert.Equal([], framed.Read()!.Value.ToArray());
        Assert.Equal([7], framed.Read()!.Value.ToArray());
        Assert.Null(framed.Read());
    }

    [Theory]
    [InlineData(new byte[] { 1, 0 })]
    [InlineData(new byte[] { 2, 0, 0, 0, 5 })]
    public void A_stream_that_ends_within_a_message_is_an_error(byte[] bytes) => Assert.Throws<EndOfStreamException>(
        () => new FramedStream(new CountingStream(bytes), Framing.TwoWrites).Read());

    [Theory]
    [InlineData(new byte[] { 255, 255, 255, 255 })]
    [InlineData(new byte[] { 1, 0, 0, 4 })]
    public void A_length_that_is_too_long_is_refused_before_memory_is_taken(byte[] bytes) =>
        Assert.Throws<InvalidDataException>(
            () => new FramedStream(new CountingStream(bytes), Framing.TwoWrites).Read());

    [Fact]
    public void A_reply_of_another_length_is_refused() => Assert.Throws<InvalidDataException>(
        () => Codec.Of(Serializer.Raw).DecodeReply(new byte[11]));

    /// <summary>Gives at most so many bytes a read and keeps what is written, write by write.</summary>
    private sealed class CountingStream(byte[] bytes, int step = int.MaxValue) : MemoryStream(bytes.ToArray())
    {
        public List<int> Writes { get; } = [];

        public List<byte> Written { get; } = [];

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(step, buffer.Length)]);

        public override int Read(byte[] buffer, int offset, int count) =>
            base.Read(buffer, offset, Math.Min(step, count));

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Writes.Add(buffer.Length);
            Written.AddRange(buffer);
        }

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));
    }
}
