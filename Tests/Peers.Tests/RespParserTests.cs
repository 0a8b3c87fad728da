using System;
using System.IO;
using System.Linq;
using System.Text;
using SfPerf.Peers.Redis;
using Xunit;

namespace SfPerf.Peers.Tests;

public sealed class RespParserTests
{
    private const string Two = "*3\r\n$2\r\nab\r\n:-7\r\n*1\r\n+OK\r\n$-1\r\n";

    [Fact]
    public void Replies_are_read_however_they_are_cut()
    {
        var bytes = Encoding.ASCII.GetBytes(Two);
        for (var cut = 0; cut < bytes.Length; cut++)
        {
            var position = 0;
            var read = RespParser.TryRead(bytes.AsSpan(0, cut), ref position, out _);
            Assert.Equal((cut >= bytes.Length - 5, cut >= bytes.Length - 5 ? bytes.Length - 5 : 0), (read, position));
        }

        var at = 0;
        Assert.True(RespParser.TryRead(bytes, ref at, out var array));
        Assert.Equal("ab", array.Items![0].Text);
        Assert.Equal(-7, array.Items[1].Number);
        Assert.Equal("OK", array.Items[2].Items!.Single().Text);
        Assert.True(RespParser.TryRead(bytes, ref at, out var none));
        Assert.Equal((RespKind.Null, bytes.Length), (none.Kind, at));
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request\r\n")]
    [InlineData(":twelve\r\n")]
    [InlineData("$-2\r\n")]
    [InlineData("$2\r\nabc\r\n")]
    [InlineData("$99999999999\r\n")]
    [InlineData("*99999999\r\n")]
    [InlineData("*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n")]
    public void What_is_no_reply_is_refused(string text)
    {
        var position = 0;
        Assert.Throws<InvalidDataException>(
            () => RespParser.TryRead(Encoding.ASCII.GetBytes(text), ref position, out _));
    }

    [Fact]
    public void Random_bytes_are_a_reply_or_refused_or_waited_for()
    {
        var random = new Random(5);
        for (var i = 0; i < 20_000; i++)
        {
            var bytes = Encoding.ASCII.GetBytes(Two);
            for (var change = 0; change < 3; change++)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            var position = 0;
            try
            {
                Assert.True(RespParser.TryRead(bytes, ref position, out _) || position == 0);
            }
            catch (InvalidDataException)
            {
                // Refused.
            }
        }
    }
}
