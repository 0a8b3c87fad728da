using System;
using SfPerf.Metrics.Histograms;
using Xunit;

namespace SfPerf.Metrics.Tests.Histograms;

public sealed class HistogramCodecTests
{
    [Fact]
    public void The_exact_form_comes_back_without_loss()
    {
        var histogram = LatencyHistogramTests.Of(0, 1, 1, 2047, 2048, 1_202_546, LatencyHistogram.HighestTrackable);
        var read = HistogramCodec.DecodeExact(HistogramCodec.EncodeExact(histogram));
        Assert.Equal((7, 0, LatencyHistogram.HighestTrackable, histogram.Sum),
            (read.Count, read.Min, read.Max, read.Sum));
        Assert.Equal(histogram.Buckets(), read.Buckets());
    }

    [Fact]
    public void The_V2_form_comes_back_at_the_resolution_of_the_buckets()
    {
        var read = HistogramCodec.DecodeV2(HistogramCodec.EncodeV2(LatencyHistogramTests.Of(1_202_546)));
        Assert.Equal(1, read.Count);
        Assert.Equal(1_203_199, read.Max);
    }

    [Fact]
    public void An_empty_histogram_comes_back_empty()
    {
        Assert.Equal(0, HistogramCodec.DecodeExact(HistogramCodec.EncodeExact(new LatencyHistogram())).Count);
        Assert.Equal(0, HistogramCodec.DecodeV2(HistogramCodec.EncodeV2Compressed(new LatencyHistogram())).Count);
    }

    [Fact]
    public void The_compressed_form_starts_as_every_HdrHistogram_log_does()
    {
        var text = Convert.ToBase64String(HistogramCodec.EncodeV2Compressed(LatencyHistogramTests.Of(5)));
        Assert.StartsWith("HISTFAAA", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Any_cut_is_refused()
    {
        var whole = HistogramCodec.EncodeExact(LatencyHistogramTests.Of(3, 5000, 80_000_000));
        for (var length = 0; length < whole.Length; length++)
        {
            var cut = whole[..length];
            Assert.ThrowsAny<FormatException>(() => HistogramCodec.DecodeExact(cut));
        }
    }

    [Fact]
    public void Damaged_bytes_are_refused_or_read_and_never_crash()
    {
        var whole = HistogramCodec.EncodeV2(LatencyHistogramTests.Of(3, 5000, 80_000_000));
        var random = new Random(3);
        for (var i = 0; i < 5000; i++)
        {
            var damaged = (byte[])whole.Clone();
            damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            if (Record.Exception(() => HistogramCodec.DecodeV2(damaged)) is { } e)
                Assert.IsType<HistogramFormatException>(e);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(-65)]
    [InlineData(long.MaxValue)]
    [InlineData(long.MinValue)]
    public void A_number_comes_back_from_its_variable_length_form(long value)
    {
        var bytes = new byte[ZigZag.BytesMax];
        var written = ZigZag.Write(bytes, value);
        Assert.Equal(written, ZigZag.Read(bytes.AsSpan(0, written), out var read));
        Assert.Equal(value, read);
    }
}
