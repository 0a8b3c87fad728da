using System;
using System.IO;
using System.Text;
using SfPerf.Peers.Etcd;
using Xunit;

namespace SfPerf.Peers.Tests;

public sealed class ProtobufTests
{
    // As protoc encodes etcdserverpb.RangeResponse { header { member_id: 300 } kvs { key: "k" value: "v" } }.
    private static readonly byte[] Range =
        Convert.FromHexString("000000000D" + "0A031" + "0AC02" + "1206" + "0A016B" + "2A0176");

    [Fact]
    public void A_put_is_two_fields_behind_a_gRPC_header() => Assert.Equal(
        "00000000060A016B120176", Convert.ToHexString(EtcdMessages.Put("k"u8, "v"u8).Span));

    [Fact]
    public void A_length_beyond_127_takes_two_bytes() => Assert.StartsWith(
        "00000000CE0A016B12C801", Convert.ToHexString(EtcdMessages.Put("k"u8, new byte[200]).Span));

    [Fact]
    public void The_value_of_a_range_is_found() =>
        Assert.Equal("v", Encoding.ASCII.GetString(EtcdMessages.Value(Range)!));

    [Fact]
    public void A_reply_cut_short_anywhere_is_refused()
    {
        for (var length = 0; length < Range.Length; length++)
            Assert.Throws<InvalidDataException>(() => EtcdMessages.Value(Range[..length]));
    }

    [Fact]
    public void Changed_bytes_give_a_value_or_are_refused()
    {
        var random = new Random(7);
        for (var i = 0; i < 20_000; i++)
        {
            var bytes = (byte[])Range.Clone();
            bytes[random.Next(5, bytes.Length)] = (byte)random.Next(256);
            try
            {
                EtcdMessages.Value(bytes);
            }
            catch (InvalidDataException)
            {
                // Refused.
            }
        }
    }
}
