using System;

namespace SfPerf.Metrics.Histograms;

/// <summary>HdrHistogram's variable-length numbers: ZigZag, 7 bits a byte, at most 9 bytes, the ninth with 8
/// bits.</summary>
internal static class ZigZag
{
    internal const int BytesMax = 9;

    internal static int Write(Span<byte> bytes, long value)
    {
        var rest = (ulong)((value << 1) ^ (value >> 63));
        for (var i = 0; i < BytesMax - 1; i++)
        {
            if (rest < 0x80)
            {
                bytes[i] = (byte)rest;
                return i + 1;
            }
            bytes[i] = (byte)(rest | 0x80);
            rest >>= 7;
        }
        bytes[BytesMax - 1] = (byte)rest;
        return BytesMax;
    }

    internal static int Read(ReadOnlySpan<byte> bytes, out long value)
    {
        ulong bits = 0;
        for (var i = 0; i < BytesMax; i++)
        {
            if (i >= bytes.Length)
                throw new HistogramFormatException("a number is cut short");
            var last = i == BytesMax - 1;
            bits |= (last ? bytes[i] : bytes[i] & 0x7ful) << (7 * i);
            if (last || bytes[i] < 0x80)
            {
                value = (long)(bits >> 1) ^ -(long)(bits & 1);
                return i + 1;
            }
        }
        throw new HistogramFormatException("a number is longer than 9 bytes");
    }
}
