using System;
using System.Buffers;
using System.Buffers.Binary;
using System.IO;
using System.IO.Compression;

namespace SfPerf.Metrics.Histograms;

/// <summary>Histograms as bytes. The V2 forms are HdrHistogram's, which keep buckets only; the exact form adds the
/// exact smallest value, largest value and sum, and is what processes of ours send each other.</summary>
public static class HistogramCodec
{
    private const int Cookie = 0x1c849303 | 0x10;
    private const int CompressedCookie = 0x1c849304 | 0x10;
    private const int HeaderBytes = 40;
    private const byte ExactVersion = 1;
    private const int ExactHeaderBytes = 1 + (4 * 8);

    /// <summary>Writes HdrHistogram's V2 form.</summary>
    public static byte[] EncodeV2(LatencyHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        var counts = histogram.UsedCounts();
        var bytes = new byte[HeaderBytes + (counts.Length * ZigZag.BytesMax)];
        var end = HeaderBytes;
        for (var i = 0; i < counts.Length;)
        {
            var zeros = 0;
            while (i + zeros < counts.Length && counts[i + zeros] == 0)
                zeros++;
            if (zeros > 1)
                end += ZigZag.Write(bytes.AsSpan(end), -zeros);
            else
                end += ZigZag.Write(bytes.AsSpan(end), counts[i]);
            i += Math.Max(zeros, 1);
        }
        WriteHeader(bytes, end - HeaderBytes);
        return bytes.AsSpan(0, end).ToArray();
    }

    /// <summary>Writes HdrHistogram's compressed V2 form, the one whose base64 starts with HISTFAAA.</summary>
    public static byte[] EncodeV2Compressed(LatencyHistogram histogram)
    {
        using var output = new MemoryStream();
        output.Write(new byte[8]);
        using (var zlib = new ZLibStream(output, CompressionLevel.Fastest, leaveOpen: true))
            zlib.Write(EncodeV2(histogram));
        var bytes = output.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes, CompressedCookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), bytes.Length - 8);
        return bytes;
    }

    /// <summary>Reads either V2 form. The exact extremes and sum are lost: bucket values take their place.</summary>
    /// <exception cref="HistogramFormatException">The bytes are not a V2 histogram of 3 digits, or are cut
    /// short.</exception>
    public static LatencyHistogram DecodeV2(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length >= 8 && BinaryPrimitives.ReadInt32BigEndian(bytes) == CompressedCookie)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(bytes[4..]);
            if (length < 0 || length > bytes.Length - 8)
                throw new HistogramFormatException($"{length} compressed bytes announced, {bytes.Length - 8} present");
            bytes = Inflate(bytes.Slice(8, length));
        }
        if (bytes.Length < HeaderBytes || BinaryPrimitives.ReadInt32BigEndian(bytes) != Cookie)
            throw new HistogramFormatException("not an HdrHistogram V2 payload");
        var payload = BinaryPrimitives.ReadInt32BigEndian(bytes[4..]);
        var digits = BinaryPrimitives.ReadInt32BigEndian(bytes[12..]);
        var lowest = BinaryPrimitives.ReadInt64BigEndian(bytes[16..]);
        if (digits != HistogramLayout.SignificantDigits || lowest is < 1 or > 1)
            throw new HistogramFormatException($"{digits} digits from {lowest}; only 3 digits from 1 are read");
        if (payload < 0 || payload > bytes.Length - HeaderBytes)
            throw new HistogramFormatException($"{payload} bytes announced, {bytes.Length - HeaderBytes} present");
        return LatencyHistogram.FromCounts(bytes.Slice(HeaderBytes, payload));
    }

    /// <summary>Writes the exact form, which <see cref="DecodeExact"/> reads back without loss.</summary>
    public static byte[] EncodeExact(LatencyHistogram histogram)
    {
        var v2 = EncodeV2Compressed(histogram);
        var bytes = new byte[ExactHeaderBytes + v2.Length];
        bytes[0] = ExactVersion;
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(1), histogram.Count);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(9), histogram.Min);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(17), histogram.Max);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(25), histogram.Sum);
        v2.CopyTo(bytes, ExactHeaderBytes);
        return bytes;
    }

    /// <summary>Reads what <see cref="EncodeExact"/> wrote.</summary>
    /// <exception cref="HistogramFormatException">The bytes are of another version or cut short.</exception>
    public static LatencyHistogram DecodeExact(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < ExactHeaderBytes || bytes[0] != ExactVersion)
            throw new HistogramFormatException("not an exact histogram of version 1");
        var histogram = DecodeV2(bytes[ExactHeaderBytes..]);
        histogram.SetExact(
            BinaryPrimitives.ReadInt64LittleEndian(bytes[1..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[9..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[17..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[25..]));
        return histogram;
    }

    private static void WriteHeader(Span<byte> bytes, int payloadBytes)
    {
        BinaryPrimitives.WriteInt32BigEndian(bytes, Cookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes[4..], payloadBytes);
        BinaryPrimitives.WriteInt32BigEndian(bytes[8..], 0);
        BinaryPrimitives.WriteInt32BigEndian(bytes[12..], HistogramLayout.SignificantDigits);
        BinaryPrimitives.WriteInt64BigEndian(bytes[16..], HistogramLayout.LowestValue);
        BinaryPrimitives.WriteInt64BigEndian(bytes[24..], HistogramLayout.HighestValue);
        BinaryPrimitives.WriteDoubleBigEndian(bytes[32..], 1.0);
    }

    private static byte[] Inflate(ReadOnlySpan<byte> zlibBytes)
    {
        var longest = HeaderBytes + (HistogramLayout.LengthMax * ZigZag.BytesMax);
        // The longest form is a third of a megabyte and hardly ever used: a log of thousands of lines must not make as
        // many of them.
        var bytes = ArrayPool<byte>.Shared.Rent(longest + 1);
        try
        {
            using var zlib = new ZLibStream(new MemoryStream(zlibBytes.ToArray()), CompressionMode.Decompress);
            var read = zlib.ReadAtLeast(bytes.AsSpan(0, longest + 1), longest + 1, throwOnEndOfStream: false);
            return read <= longest
                ? bytes.AsSpan(0, read).ToArray()
                : throw new HistogramFormatException($"more than {longest} bytes after decompression");
        }
        catch (InvalidDataException e)
        {
            throw new HistogramFormatException($"bad zlib stream: {e.Message}");
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }
}

/// <summary>Bytes or text that should hold a histogram do not.</summary>
public sealed class HistogramFormatException(string message) : FormatException(message);
