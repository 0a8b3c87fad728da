using System;
using System.Linq;
using System.Text;
using Xunit;

namespace SfPerf.Platform.Tests;

public sealed class Crc32CTests
{
    [Fact]
    public void The_check_value_of_the_polynomial_comes_out()
    {
        Assert.Equal(0xe3069283, Crc32C.Compute("123456789"u8));
    }

    // RFC 3720, B.4: the examples that iSCSI gives for its digest, least significant byte first.
    [Theory]
    [InlineData(0x00, 0, 0x8a9136aa)]
    [InlineData(0xff, 0, 0x62a8ab43)]
    [InlineData(0x00, 1, 0x46dd794e)]
    [InlineData(0x1f, -1, 0x113fdb5c)]
    public void The_examples_of_iSCSI_come_out(int first, int step, uint expected)
    {
        Assert.Equal(expected, Crc32C.Compute([.. Enumerable.Range(0, 32).Select(i => (byte)(first + i * step))]));
    }

    [Fact]
    public void Every_length_at_every_alignment_gives_what_the_definition_gives()
    {
        var bytes = new byte[3100];
        new Random(1).NextBytes(bytes);
        for (var start = 0; start < 8; start++)
        {
            var expected = 0x12345678u;
            for (var length = 0; start + length < bytes.Length; length++)
            {
                Assert.Equal(expected, Crc32C.Append(0x12345678, bytes.AsSpan(start, length)));
                expected = Definition(expected, bytes[start + length]);
            }
        }
    }

    [Fact]
    public void A_checksum_in_two_parts_is_that_of_the_whole()
    {
        var bytes = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(0, 1000)));
        var whole = Crc32C.Append(uint.MaxValue, bytes);
        for (var first = 0; first <= bytes.Length; first += 7)
        {
            var part = Crc32C.Append(uint.MaxValue, bytes.AsSpan(0, first));
            Assert.Equal(whole, Crc32C.Append(part, bytes.AsSpan(first)));
        }
    }

    // Bit by bit, least significant first.
    private static uint Definition(uint crc, byte next)
    {
        crc ^= next;
        for (var bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ ((crc & 1) * 0x82f63b78);
        return crc;
    }
}
