using System.Linq;
using SfPerf.Metrics.Histograms;
using Xunit;

namespace SfPerf.Metrics.Tests.Histograms;

public sealed class LatencyBandsTests
{
    [Fact]
    public void A_bound_belongs_to_the_band_below_it()
    {
        var bands = new LatencyBands();
        foreach (var nanoseconds in new[] { 0, 50_000, 50_001, 100_000, 10_000_000_000, 10_000_000_001 })
            bands.Record(nanoseconds);
        Assert.Equal([(25_000.0, 2L), (75_000.5, 2), (1e10, 1), (1e10 + 1, 1)], bands.Since(new LatencyBands()));
    }

    [Fact]
    public void What_was_added_since_keeps_count_and_sum()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(60_000);
        var earlier = LatencyBands.Of(histogram);
        for (var i = 0; i < 1000; i++)
            histogram.Record((i * 1000) + 500);
        var added = LatencyBands.Of(histogram).Since(earlier).ToArray();
        Assert.Equal([50L, 50, 100, 300, 500], added.Select(a => a.Count));
        Assert.InRange(added.Sum(a => a.Count * a.MeanNanoseconds), 500_000e3 * 0.999, 500_000e3 * 1.001);
        Assert.Empty(earlier.Since(earlier));
    }

    [Fact]
    public void They_travel_as_numbers_and_those_of_other_bounds_are_left_out()
    {
        var bands = new LatencyBands();
        bands.Record(3_000_000);
        Assert.Equal(bands.ToArray(), LatencyBands.Of(bands.ToArray()).ToArray());
        Assert.Equal(0, LatencyBands.Of([1, 2, 3]).Count);
        Assert.Equal(0, LatencyBands.Of(values: null).Count);
        var copy = bands.Copy();
        bands.Record(1);
        Assert.Equal((1L, 2L, 3L), (copy.Count, bands.Count, LatencyBands.Sum([copy, bands]).Count));
    }
}
