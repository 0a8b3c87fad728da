using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Fabric.Remoting.Wire;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

public sealed class CodecTests
{
    [Fact]
    public void Arrays_and_pairs_of_simple_values_need_no_DataContract()
    {
        KeyValuePair<long, byte[]?>[] rows = [new(-1, [1, 2]), new(long.MaxValue, []), new(7, null)];
        var (bytes, back) = Travel(rows);
        // Number, and for each row key, length and bytes.
        Assert.Equal(4 + (3 * 12) + 2, bytes.Length);
        Assert.Equal(rows.Select(r => (r.Key, Text(r.Value))), back!.Select(r => (r.Key, Text(r.Value))));
        Assert.Equal([1.5, -2], Travel<double[]>([1.5, -2]).Back);
        Assert.Equal([["a", null], []], Travel<string?[][]>([["a", null], []]).Back);
        Assert.Null(Travel<int[]?>(null).Back);
        Assert.Empty(Travel<int[]>([]).Back);
    }

    [Fact]
    public void An_array_cut_short_or_too_long_for_its_message_is_refused()
    {
        var (bytes, _) = Travel<KeyValuePair<long, byte[]>[]>([new(1, [1]), new(2, [2])]);
        for (var length = 0; length < bytes.Length; length++)
        {
            var cut = bytes[..length];
            Assert.Throws<InvalidDataException>(() => Read<KeyValuePair<long, byte[]>[]>(cut));
        }

        Assert.Throws<InvalidDataException>(() => Read<long[]>([255, 255, 255, 127, 0, 0, 0, 0]));
        Assert.Throws<InvalidDataException>(() => Read<long[]>([254, 255, 255, 255]));
    }

    private static string? Text(byte[]? bytes) => bytes is null ? null : Convert.ToHexString(bytes);

    private static (byte[] Bytes, T Back) Travel<T>(T value)
    {
        var buffer = new MessageBuffer();
        Codec<T>.Default.Write(buffer, value);
        var bytes = buffer.Span.ToArray();
        return (bytes, Read<T>(bytes));
    }

    private static T Read<T>(byte[] bytes)
    {
        var reader = new MessageReader(bytes);
        return Codec<T>.Default.Read(ref reader);
    }
}
